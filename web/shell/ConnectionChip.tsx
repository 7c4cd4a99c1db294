import { Link } from '@tanstack/react-router';
import { CloudOff, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { serverAnswers, useOfflineSince } from '../api/connection.ts';
import { keptState } from '../api/kept/store.ts';
import { isUnkept } from '../api/outbox/outbox.ts';
import { needsYou, othersEntries, ownEntries, useToSend, waiting } from '../api/outbox/own-entries.ts';
import { sendNow } from '../api/outbox/send.ts';
import { serverTimeOf } from '../api/server-clock.ts';
import { clockTime, count, shortTime } from '../format.ts';
import { EntryRows } from '../outbox/OwnEntries.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { WaitForOthers } from './AppNotices.tsx';

/** The strongest word on the outbox and the connection, in the header: what needs the user, offline since when, or what is being sent. Opens the sheet. */
export function ConnectionChip() {
  const since = useOfflineSince();
  const toSend = useToSend();
  const asked = needsYou.use();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(
          'relative flex h-8 shrink-0 items-center gap-2 rounded-full border bg-soft pl-2.5 text-label whitespace-nowrap tabular-nums transition-colors hover:border-control phone:h-9 after:absolute after:-inset-1.5',
          asked === 0 && since > 0 && toSend > 0 ? 'pr-1.5' : 'pr-3',
          asked > 0 && 'border-amber-600/40 bg-amber-500/10 text-amber-800 dark:text-amber-300',
        )}
      >
        {asked > 0 ? (
          <>
            <TriangleAlert aria-hidden className="size-4" />
            <span className="font-medium">
              {asked} {asked === 1 ? 'needs' : 'need'} you
              {toSend > 0 && (
                <>
                  {' '}
                  · {toSend}
                  <span className="max-[24rem]:sr-only"> to send</span>
                </>
              )}
            </span>
          </>
        ) : since > 0 ? (
          <>
            <CloudOff aria-hidden className="size-4 text-muted max-[18.7rem]:hidden" />
            <span className="font-medium">Offline</span>
            <span className="text-muted max-[18.7rem]:hidden">
              <span className="max-[24rem]:sr-only md:max-xl:sr-only">as of </span>
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

/** What waits for the user or to be sent, what the device shows and keeps without signal. */
function OfflineSheet({ onClose }: { onClose: () => void }) {
  const since = useOfflineSince();
  const [trying, setTrying] = useState(false);
  const asked = needsYou.use();
  const entries = waiting(ownEntries.use());
  const hasOthers = othersEntries.use().length > 0;
  const total = entries.length;
  async function tryNow() {
    setTrying(true);
    const answered = await serverAnswers();
    if (answered) sendNow();
    setTrying(false);
    if (answered) onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      {...headOf(since, asked, total)}
      cancelLabel={null}
      foot={
        since > 0 || total > 0 ? (
          <Button icon={RotateCw} block pending={trying} onClick={() => void tryNow()}>
            Try now
          </Button>
        ) : undefined
      }
    >
      {total > 0 && (
        <section aria-label="To send" className="mb-4 rounded-xl border">
          <p className="flex items-baseline gap-2 border-b px-4 py-3">
            <b className="text-lead font-semibold">To send</b>
            <span className="text-muted tabular-nums">{total}</span>
            <span className="ml-auto text-hint text-muted">oldest first</span>
          </p>
          <EntryRows entries={entries} />
        </section>
      )}
      {hasOthers && (
        <div className="mb-4">
          <WaitForOthers />
        </div>
      )}
      {since > 0 && <WhatWorks total={total} />}
      <p className="mt-3 flex flex-wrap justify-center gap-2">
        <Link
          to="/profile"
          hash="this-device"
          className={buttonClass({ variant: 'ghost' })}
          data-button=""
          onClick={onClose}
        >
          What this device keeps
        </Link>
        <Link
          to="/outbox"
          search={{}}
          data-button=""
          className={buttonClass({ variant: 'ghost' })}
          onClick={onClose}
        >
          Open the outbox
        </Link>
      </p>
    </Dialog>
  );
}

function headOf(since: number, asked: number, total: number): { title: string; description: string } {
  const at = clockTime(new Date(since));
  const own = total > 0 ? ', with your own entries on top' : '';
  if (since > 0)
    return { title: `Offline since ${at}`, description: `You see the register as of ${at}${own}.` };
  if (asked > 0)
    return {
      title: `${count(asked, 'entry', 'entries')} ${asked === 1 ? 'needs' : 'need'} you`,
      description: 'The register could not take what was done without signal. Say where the keys are.',
    };
  if (total > 0)
    return { title: `Sending ${total}`, description: 'Kept on this device until the server has it.' };
  return { title: 'Everything is sent', description: 'Nothing waits on this device.' };
}

/** What works without signal, what waits, and until when the key sets are kept; `total` entries wait to be sent. */
function WhatWorks({ total }: { total: number }) {
  const kept = keptState.use();
  const hasSets = kept !== null && kept.asOf > 0;
  const unkept = isUnkept.use();
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-2">
      <dt className="text-muted">Works now</dt>
      <dd>
        {hasSets &&
          `${count(kept.sets, 'key set')}: the list, search by ID, tag, premises and person, and NFC tags. Issue, return, hand over, extend, report lost and found. `}
        What you have looked at since you opened Keyhold, and ticks and scans in an open audit
      </dd>
      <dt className="text-muted">Waits</dt>
      <dd>
        {hasSets
          ? 'Notes, addresses, photos, history, signatures, new sets and people, moves, and everything else that is saved'
          : 'Search, what you have not looked at, issue, return, and everything else that is saved'}
        {hasSets && kept.left > 0 && `. ${count(kept.left, 'more key set')} did not fit on this device`}
        {kept?.isFull && '. This device has no room to keep the key sets'}
      </dd>
      {hasSets && (
        <>
          <dt className="text-muted">Kept until</dt>
          <dd>
            {shortTime(new Date(serverTimeOf(kept.asOf + kept.days * DAY_MS)))}, as of{' '}
            {clockTime(new Date(serverTimeOf(kept.asOf)))}. After {count(kept.days, 'day')} without signal,
            and when you sign out, this device forgets the register, never your entries.
          </dd>
        </>
      )}
      {total > 0 && (
        <>
          <dt className="text-muted">Kept</dt>
          <dd>
            {unkept
              ? 'Nothing: this device is full, or refuses to store. Leave Keyhold open until there is signal; a reload loses what is not sent'
              : 'On this device until it is sent automatically when you have signal. A reload loses nothing.'}
          </dd>
        </>
      )}
    </dl>
  );
}
