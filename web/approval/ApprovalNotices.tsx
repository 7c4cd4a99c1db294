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
import { canNotify, endpointHere, hashOf, subscribe, unsubscribe } from './push.ts';

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
  const here = useThisDevice(notices);
  const others = notices.devices.filter(({ hash }) => hash !== here.hash);
  return (
    <div className="grid gap-4 p-4">
      <p className="text-label text-pretty text-muted">
        You may approve keys that need a second person. A question ends after ten minutes. While Keyhold is
        open it appears over every page.
      </p>
      <Switch
        label="Notify this device"
        hint={here.hint}
        checked={here.isOn}
        disabled={here.isOff}
        onCheckedChange={(on) => void here.change(on)}
      />
      {here.failure && <Notice variant="error">{here.failure}</Notice>}
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
  unsupported: 'This browser can’t be notified. On an iPhone, put Keyhold on the home screen first.',
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
    void endpointHere().then(async (endpoint) => endpoint && setHash(await hashOf(endpoint)));
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

const NOT_SET = 'This browser’s push service did not answer. Try again, or another browser.';
