import { useEffect, useState } from 'react';
import type { ApprovalNotices as Notices } from '../../shared/approval.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { datedDay } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** How the user is notified as an approver: on this device and others, and by mail. */
export function ApprovalNotices() {
  const { data, error, refetch } = useRead('getApprovalNotices');
  return (
    <Panel aria-label="Approvals">
      <PanelHead title="Approvals" />
      {data ? (
        <Choices notices={data} />
      ) : (
        <div className="p-4">
          {error ? <ReadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-20" />}
        </div>
      )}
    </Panel>
  );
}

function Choices({ notices }: { notices: Notices }) {
  const update = useAction('updateApprovalNotices');
  const own = useThisDevice(notices);
  const others = notices.devices.filter(({ hash }) => hash !== own.hash);
  return (
    <div className="grid gap-4 p-4">
      <p className="text-label text-pretty text-muted">
        You may approve keys that need a second person. A question ends after ten minutes. While Keyhold is
        open it appears over every page.
      </p>
      <Switch
        label="Notify this device"
        hint={own.hint}
        checked={own.isOn}
        disabled={own.isOff}
        onCheckedChange={(on) => void own.change(on)}
      />
      {own.failure && <Notice variant="error">{own.failure}</Notice>}
      <Switch
        label="Email me each question"
        hint={
          notices.mail
            ? 'A letter can come too late. It names the set and who asks.'
            : 'No mail is set up on this server, so nothing is sent until it is.'
        }
        checked={notices.letters}
        disabled={update.pending}
        onCheckedChange={(letters) => void update.run({ body: { letters } })}
      />
      {others.length > 0 && <Others devices={others} />}
    </div>
  );
}

function Others({ devices }: { devices: Notices['devices'] }) {
  const remove = useAction('removePushDevice');
  return (
    <section aria-label="Other devices">
      <h3 className="text-label font-medium">Other devices that are notified</h3>
      <ul className="mt-1.5 divide-y rounded-lg border">
        {devices.map(({ id, device, since }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 px-3.5 py-1.5">
            <span className="min-w-0 flex-1 truncate text-label">
              {device ?? 'A device'} <span className="text-muted">since {datedDay(since)}</span>
            </span>
            <Button
              size="sm"
              variant="danger"
              aria-label={`Stop notifying ${device ?? 'the device'}`}
              pending={remove.pending}
              onClick={() => void remove.run({ params: { id } })}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HINTS = {
  on: 'The notification says only that a colleague asks. What is asked is shown after you open Keyhold.',
  unsupported: "This browser can't be notified. On an iPhone, put Keyhold on the home screen first.",
  off: 'This server has no SECRETS_KEY, so it notifies no device.',
  blocked: 'Notifications of Keyhold are blocked in this browser. Allow them in its settings.',
};

/** Whether this browser is notified, and how that is changed. It is asked for its permission by a press only. */
function useThisDevice(notices: Notices) {
  const add = useAction('addPushDevice');
  const remove = useAction('removePushDevice');
  const [hash, setHash] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { publicKey } = notices;
  const state = publicKey === null ? 'off' : canNotify();
  useEffect(() => {
    void pushEndpoint().then(async (endpoint) => endpoint && setHash(await hashOf(endpoint)));
  }, []);
  const device = notices.devices.find((one) => one.hash === hash);

  async function change(on: boolean): Promise<void> {
    setFailure(null);
    setPending(true);
    try {
      if (on) {
        const endpoint = await subscribe(publicKey ?? '');
        setHash(await hashOf(endpoint));
        await add.run({ body: { endpoint } });
      } else {
        await unsubscribe();
        if (device) await remove.run({ params: { id: device.id } });
      }
    } catch (error) {
      setFailure(error instanceof Error && error.name === 'NotAllowedError' ? HINTS.blocked : NOT_SET);
    } finally {
      setPending(false);
    }
  }
  return {
    hash,
    isOn: device !== undefined,
    isOff: pending || (state !== 'can' && device === undefined),
    hint: state === 'can' || device ? HINTS.on : HINTS[state],
    failure,
    change,
  };
}

const NOT_SET = "This browser's push service did not answer. Try again, or another browser.";

/** Whether this browser can be notified: `blocked` by the user, `unsupported` without a worker or a push service. */
function canNotify(): 'can' | 'blocked' | 'unsupported' {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'can';
}

/** The installed worker; null when the app is not kept on this device. */
const installedWorker = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null;

/** The address at which this browser is notified; null for none. */
async function pushEndpoint(): Promise<string | null> {
  try {
    const subscription = await (await installedWorker())?.pushManager?.getSubscription();
    return subscription?.endpoint ?? null;
  } catch {
    return null;
  }
}

/** The SHA-256 of a text in hex. */
async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** Asks the user for the permission and subscribes with the server's key. Throws when either refuses. */
async function subscribe(publicKey: string): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new DOMException('Blocked', 'NotAllowedError');
  const worker = await installedWorker();
  if (!worker) throw new Error('The app is not kept on this device');
  const { pushManager } = worker;
  const key = bytesOf(publicKey);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // A subscription of another key of the server is in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  return subscription.endpoint;
}

async function unsubscribe(): Promise<void> {
  await (await (await installedWorker())?.pushManager?.getSubscription())?.unsubscribe();
}
