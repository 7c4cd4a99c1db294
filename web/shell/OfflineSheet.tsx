import { ClipboardCheck, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { serverAnswers, useOfflineSince } from '../api/connection.ts';
import { queries } from '../api/queries.ts';
import { type Unsent, unsentOf } from '../device/to-send.ts';
import { clockTime, count } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

/** What the device shows and keeps without signal, and what it sends later. */
export function OfflineSheet({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const since = useOfflineSince();
  const [trying, setTrying] = useState(false);
  const unsent = unsentOf(me.id);
  const total = unsent.reduce((sum, { entries }) => sum + entries.length, 0);
  const at = clockTime(new Date(since));
  async function tryNow() {
    setTrying(true);
    const answered = await serverAnswers();
    setTrying(false);
    if (answered) onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={since > 0 ? `Offline since ${at}` : total > 0 ? `Sending ${total}` : 'Everything is sent'}
      description={
        since > 0
          ? `You see the register as of ${at}.`
          : total > 0
            ? 'Kept on this device until the server has it.'
            : 'Nothing waits on this device.'
      }
      cancelLabel={null}
      foot={
        <Button icon={RotateCw} block pending={trying} onClick={() => void tryNow()}>
          Try now
        </Button>
      }
    >
      {total > 0 && (
        <section aria-label="To send" className="mb-4 rounded-xl border">
          <p className="flex items-baseline gap-2 border-b px-4 py-3">
            <b className="text-lead font-semibold">To send</b>
            <span className="text-muted tabular-nums">{total}</span>
            <span className="ml-auto text-hint text-muted">oldest first</span>
          </p>
          <ul className="divide-y">
            {unsent.map((one) => (
              <UnsentRow key={one.sessionId} {...one} />
            ))}
          </ul>
        </section>
      )}
      {since > 0 && (
        <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-2">
          <dt className="text-muted">Works now</dt>
          <dd>What you have looked at since you opened Keyhold, and ticks and scans in an open audit</dd>
          <dt className="text-muted">Waits</dt>
          <dd>Search, what you have not looked at, issue, return, and everything else that is saved</dd>
          {total > 0 && (
            <>
              <dt className="text-muted">Kept</dt>
              <dd>
                On this device until it is sent, by itself, when you have signal. A reload loses nothing.
              </dd>
            </>
          )}
        </dl>
      )}
    </Dialog>
  );
}

/** The counts of one audit: how many, where, and from when to when. */
function UnsentRow({ sessionId, entries }: Unsent) {
  const session = queries.getQueryData<OneAuditSession>(['getAudit', { params: { id: sessionId } }]);
  const times = entries.map(({ at }) => clockTime(at));
  const [first, last] = [times[0], times.at(-1)];
  return (
    <li className="flex min-h-[57px] items-center gap-3 px-4 py-2">
      <span className="grid size-[34px] shrink-0 place-items-center rounded-md border bg-soft">
        <ClipboardCheck aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{count(entries.length, 'audit count')}</span>
        <span className="block truncate text-hint text-muted">
          {session ? `Location Audit, ${session.location.name}` : 'Location Audit'}
        </span>
      </span>
      <span className="text-right text-hint text-muted tabular-nums">
        {first}
        {last !== first && <span className="block">to {last}</span>}
      </span>
    </li>
  );
}
