import { ClipboardCheck, CloudOff, LoaderCircle, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { KEPT_DAYS } from '../../shared/limits.ts';
import { serverAnswers, useOfflineSince } from '../api/connection.ts';
import { keptState } from '../api/kept/store.ts';
import { queries } from '../api/queries.ts';
import { serverTimeOf } from '../api/server-clock.ts';
import { type Unsent, unsentOf, useToSend } from '../device/to-send.ts';
import { clockTime, count, shortTime } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';

/** The one word on the connection, in the header: offline since when, or what is being sent. Opens the sheet. */
export function ConnectionChip() {
  const since = useOfflineSince();
  const toSend = useToSend();
  const [open, setOpen] = useState(false);
  return (
    <>
      <span className="sr-only" role="status">
        {since > 0 ? `Offline as of ${clockTime(new Date(since))}` : ''}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(
          'relative flex h-8 shrink-0 items-center gap-2 rounded-full border bg-soft pl-2.5 text-label whitespace-nowrap tabular-nums transition-colors hover:border-control phone:h-9 after:absolute after:-inset-1.5',
          since > 0 && toSend > 0 ? 'pr-1.5' : 'pr-3',
        )}
      >
        {since > 0 ? (
          <>
            <CloudOff aria-hidden className="size-4 text-muted" />
            <span className="font-medium">Offline</span>
            <span className="text-muted">
              <span className="max-[380px]:sr-only md:max-xl:sr-only">as of </span>
              {clockTime(new Date(since))}
            </span>
            {toSend > 0 && (
              <span className="grid h-5 min-w-5 place-items-center rounded-full bg-fg px-1 text-tiny font-semibold text-bg">
                {toSend}
                <span className="sr-only"> to send</span>
              </span>
            )}
          </>
        ) : (
          <>
            <LoaderCircle aria-hidden className="size-4 animate-spin text-muted" />
            <span className="font-medium">Sending {toSend}</span>
          </>
        )}
      </button>
      {open && <OfflineSheet onClose={() => setOpen(false)} />}
    </>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** What the device shows and keeps without signal, and what it sends later. */
function OfflineSheet({ onClose }: { onClose: () => void }) {
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
      {since > 0 && <WhatWorks total={total} />}
    </Dialog>
  );
}

/** What works without signal, what waits, and until when the key sets are kept; `total` counts wait to be sent. */
function WhatWorks({ total }: { total: number }) {
  const kept = keptState.use();
  const hasSets = kept !== null && kept.asOf > 0;
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-2">
      <dt className="text-muted">Works now</dt>
      <dd>
        {hasSets &&
          `${count(kept.sets, 'key set')}: the list, search by ID, tag, premises and person, and NFC tags. `}
        What you have looked at since you opened Keyhold, and ticks and scans in an open audit
      </dd>
      <dt className="text-muted">Waits</dt>
      <dd>
        {hasSets ? 'Notes, addresses, photos, history' : 'Search, what you have not looked at'}, issue,
        return, and everything else that is saved
        {hasSets && kept.left > 0 && `. ${count(kept.left, 'more key set')} did not fit on this device`}
        {kept?.isFull && '. This device has no room to keep the key sets'}
      </dd>
      {hasSets && (
        <>
          <dt className="text-muted">Kept until</dt>
          <dd>
            {shortTime(new Date(serverTimeOf(kept.asOf + KEPT_DAYS * DAY_MS)))}, as of{' '}
            {clockTime(new Date(serverTimeOf(kept.asOf)))}. After {KEPT_DAYS} days without signal, and when
            you sign out, this device forgets them.
          </dd>
        </>
      )}
      {total > 0 && (
        <>
          <dt className="text-muted">Kept</dt>
          <dd>Kept on this device and sent automatically when you have signal. A reload loses nothing.</dd>
        </>
      )}
    </dl>
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
