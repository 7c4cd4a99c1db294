import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOfflineSince } from '../api/connection.ts';
import { keptState } from '../api/kept/store.ts';
import { ownEntries, waiting } from '../api/outbox/own-entries.ts';
import { serverTimeOf } from '../api/server-clock.ts';
import { count, shortTime } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { toast } from '../ui/overlay/toast.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { ProgressBar } from '../ui/Progress.tsx';
import { Time } from '../ui/Time.tsx';

const MB = 1024 * 1024;
const sizeText = (bytes: number): string => `${(bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)} MB`;

/** What the browser can tell about room, and how many audits and unreadable entries there are. */
async function readRoom(userId: number) {
  const [{ readAudits }, { countLocked }] = await Promise.all([
    import('../api/kept/audits.ts'),
    import('../api/outbox/store.ts'),
  ]);
  const none = () => 0;
  const [audits, locked, room, isProtected] = await Promise.all([
    readAudits().then(({ length }) => length, none),
    countLocked(userId).catch(none),
    navigator.storage?.estimate?.().catch(() => null),
    navigator.storage?.persisted?.().catch(() => false),
  ]);
  return { audits, locked, used: room?.usage ?? null, quota: room?.quota ?? 0, isProtected };
}

/** What Keyhold keeps on this device for work without signal, and for how long. */
export function ThisDevice() {
  const me = useMe();
  const phone = useMedia(PHONE);
  const kept = keptState.use();
  const entries = waiting(ownEntries.use());
  const box = useRef<HTMLDivElement>(null);
  const { data } = useQuery({
    queryKey: ['room', me.id, kept?.asOf, entries.length],
    queryFn: () => readRoom(me.id),
    placeholderData: (before) => before,
  });
  useEffect(() => {
    if (window.location.hash === '#this-device') box.current?.scrollIntoView({ block: 'center' });
  }, []);
  const isKept = kept !== null && kept.asOf > 0;
  const [oldest] = entries;
  return (
    <div ref={box} id="this-device">
      <Panel aria-label={phone ? 'This phone' : 'This device'}>
        <PanelHead title={phone ? 'This phone' : 'This device'} />
        <dl className="divide-y">
          {isKept ? (
            <>
              <Row term="Register" text={<>as of {shortTime(new Date(serverTimeOf(kept.asOf)))}</>} />
              <Row
                term="Key sets"
                text={`${kept.sets.toLocaleString()}${kept.left > 0 ? `, ${kept.left.toLocaleString()} did not fit` : ''}`}
              />
              <Row
                term="People"
                text={kept.people > 0 ? `${count(kept.people, 'name')}, without phone numbers` : 'None'}
              />
              <Row term="Premises" text="Names, without addresses" />
              <Row term="Open audits" text={data?.audits ?? 0} />
              <Row term="Notes and photos" text="None" />
            </>
          ) : (
            <Row
              term="Register"
              text={kept?.isFull ? 'Not kept: this device has no room' : 'Not kept on this device'}
            />
          )}
          <Row term="Entries to send" text={entries.length} />
          {oldest && <Row term="Oldest" text={<Time at={oldest.doneAt} inline />} />}
          {data && data.locked > 0 && (
            <Row
              term="Locked entries"
              text={`${data.locked}, sealed under another key of the server. Ask its operator to put the former SECRETS_KEY back.`}
            />
          )}
        </dl>
        {data && data.used !== null && (
          <div className="border-t px-4 py-3">
            <ProgressBar
              value={data.used}
              max={Math.max(data.quota, data.used, 1)}
              label="Room used"
              valueText={`${sizeText(data.used)} used`}
            />
            <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-hint text-muted">
              <span>{sizeText(data.used)} used</span>
              <span>
                {data.isProtected
                  ? "Protected from the browser's clean-up"
                  : 'The browser may clear it when the device is short of room'}
              </span>
            </p>
          </div>
        )}
        <p className="border-t bg-soft/40 px-4 py-3 text-hint text-pretty text-muted">
          {isKept
            ? `The register is forgotten when you sign out, when your access changes, and after ${count(kept.days, 'day')} without signal. Entries stay until they are sent, and only you can read them.`
            : 'Entries stay until they are sent, and only you can read them.'}
        </p>
        {isKept && <FetchAgain phone={phone} />}
      </Panel>
    </div>
  );
}

const Row = ({ term, text }: { term: string; text: ReactNode }) => (
  <div className="flex min-h-11 items-center justify-between gap-4 px-4 py-2.5">
    <dt className="shrink-0 text-label text-muted">{term}</dt>
    <dd className="min-w-0 text-right text-label font-medium text-pretty tabular-nums">{text}</dd>
  </div>
);

function FetchAgain({ phone }: { phone: boolean }) {
  const offline = useOfflineSince() > 0;
  const [pending, setPending] = useState(false);
  async function fetchAgain() {
    setPending(true);
    const { keepAnew } = await import('../api/kept/keep.ts');
    if (!(await keepAnew())) toast({ title: 'Not fetched', description: 'Try again in a moment.' });
    setPending(false);
  }
  return (
    <div className="flex justify-end border-t p-4 phone:flex-col">
      <Button
        icon={RotateCw}
        block={phone}
        pending={pending}
        disabledReason={offline ? 'Needs signal' : undefined}
        onClick={() => void fetchAgain()}
      >
        Fetch everything again
      </Button>
    </div>
  );
}
