import { Check, Printer, RotateCcw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { HolderDetail } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { TAG_BROKEN } from '../../../shared/key-bunch-words.ts';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import { contentsText, receiptNumber } from '../../../shared/receipt-text.ts';
import { firstNameOf } from '../../../shared/user-name.ts';
import { newestOf, ownEntries } from '../../api/outbox/own-entries.ts';
import { useRead } from '../../api/read.ts';
import { refreshAfter } from '../../api/refresh.ts';
import { serverNow } from '../../api/server-clock.ts';
import { capital, dayAndClock } from '../../custody/due-lines.ts';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { count, duration, exactClockTime } from '../../format.ts';
import { EmailReceipt } from '../../receipt/EmailReceipt.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { DeskContext, Done } from '../state/desk-state.ts';
import { tagsText } from '../state/scan.ts';
import { whatOf } from '../state/verdict.ts';
import { LineSign } from './Answer.tsx';
import { keyBunch } from './desk-store.ts';
import { useRecent, useUndo } from './Recent.tsx';
import type { Desk } from './use-desk.ts';

/** A done batch: its texts, looks and undo. */
function useDone(desk: Desk, done: Done) {
  const { undo, pending } = useUndo();
  const left = useUndoLeft(done.at);
  const known = useRecent(desk).find(({ batchId }) => batchId === done.batch.batchId);
  const holder = done.batch.keyBunches[0]?.holder?.id ?? null;
  const { data } = useRead('getHolder', { params: { id: holder ?? 0 } }, { enabled: holder !== null });
  const isShort = done.short > 0 && !done.undone;
  const isOwn = isToSend(done);
  const ids = done.batch.keyBunches.map(({ id }) => id);
  const waits = ownEntries.use((all) => isOwn && ids.some((id) => newestOf(id)(all)));
  return {
    title: doneTitle(done),
    line: doneLine(done, desk.context, data),
    number: !isOwn
      ? `Receipt ${receiptNumber(done.batch.batchId)}`
      : waits
        ? 'to send'
        : done.undone
          ? ''
          : 'sent',
    isShort,
    looks: ANSWER_LOOKS[isShort || done.undone ? 'again' : 'good'],
    Picture: done.undone ? RotateCcw : isShort ? TriangleAlert : Check,
    // Of a batch that the history does not show, time alone decides.
    left: done.undone || known?.undoable === false || (isOwn && !waits) ? 0 : left,
    undoButton: (
      <Button
        icon={RotateCcw}
        pending={pending}
        onClick={async () => {
          const keyBunches = isOwn ? await takeBackSets(ids) : await undo(done.batch.batchId);
          if (keyBunches) desk.send({ type: 'undone', keyBunches });
        }}
      >
        Undo
      </Button>
    ),
  };
}

type Props = { desk: Desk; done: Done };

/** The recorded batch as a headline, with its undo for 15 minutes; the next scan starts a new list. */
export function DonePanel({ desk, done }: Props) {
  const { title, line, number, isShort, looks, Picture, left, undoButton } = useDone(desk, done);
  return (
    <Panel aria-label="Done">
      <div role="status" className={cx('flex items-center gap-4 border-b p-4', looks.strip)}>
        <span
          aria-hidden
          className={cx('grid size-12 shrink-0 place-items-center rounded-full', looks.panel)}
        >
          <Picture className="size-7 stroke-[2.5]!" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-[1.375rem]/7 font-semibold tracking-tight">{title}</h2>
          <p>{line}</p>
        </div>
        <p className="shrink-0 self-start text-right text-hint tabular-nums">
          {exactClockTime(new Date(done.at))}
          <span className="block">{number}</span>
        </p>
      </div>
      <ul className="divide-y">
        {done.batch.keyBunches.toReversed().map((bunch) => (
          <li key={bunch.id} className="flex min-h-[45px] items-center gap-3 px-4 py-1.5">
            {!done.undone && <LineSign short={isShort && bunch.short !== null} />}
            <b className="max-w-1/3 min-w-24 shrink-0 font-semibold wrap-anywhere">{bunch.identifier}</b>
            <span className="min-w-0 flex-1 truncate text-muted">{whatOf(bunch)}</span>
            <span className="text-hint text-muted tabular-nums">{tagText(bunch, done)}</span>
            <span
              className={cx(
                'w-36 text-right text-hint tabular-nums',
                bunch.short && isShort ? 'font-medium text-amber-900 dark:text-amber-300' : 'text-muted',
              )}
            >
              {backText(bunch, done.action)}
            </span>
          </li>
        ))}
      </ul>
      <div className="sticky bottom-0 flex min-h-16 flex-wrap items-center gap-2 border-t bg-[color-mix(in_oklab,var(--soft)_40%,var(--panel))] px-4 py-3">
        {left > 0 && (
          <>
            {undoButton}
            <span className="text-hint text-muted tabular-nums">for {duration(left)}</span>
          </>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {!isToSend(done) && <Receipt done={done} />}
          <Button variant="primary" onClick={() => desk.send({ type: 'startedOver' })}>
            Next
            <kbd className="ml-2 rounded-md border border-current/40 px-1.5 font-sans text-tiny font-medium touch:hidden">
              Enter
            </kbd>
          </Button>
        </span>
      </div>
    </Panel>
  );
}

/** The same on a phone, full screen. */
export function PhoneDone({ desk, done }: Props) {
  const { title, line, number, isShort, looks, Picture, left, undoButton } = useDone(desk, done);
  return (
    <section
      aria-label="Done"
      className={cx(
        'flex min-h-[clamp(300px,calc(100dvh-240px),436px)] flex-col items-center justify-center rounded-3xl p-5 text-center',
        looks.panel,
      )}
    >
      <div role="status" className="flex flex-col items-center">
        <span aria-hidden className={cx('grid size-24 place-items-center rounded-full', looks.disc)}>
          <Picture className="size-14 stroke-[2.5]!" />
        </span>
        <h2 className="mt-5 text-[1.75rem]/9 font-bold tracking-tight text-balance">{title}</h2>
        <p className="mt-2 text-base text-balance">{line}</p>
        {isShort && (
          <ul className="mt-2 font-semibold">
            {done.batch.keyBunches
              .filter(({ short }) => short)
              .map((bunch) => (
                <li key={bunch.id}>{`${bunch.identifier}: ${backText(bunch, done.action)}`}</li>
              ))}
          </ul>
        )}
      </div>
      <p className="mt-1 text-sm">{number}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2.5 text-fg">
        {left > 0 && undoButton}
        {!isToSend(done) && <Receipt done={done} />}
      </div>
      {left > 0 && <p className="mt-2 text-sm tabular-nums">Undo for {duration(left)}</p>}
    </section>
  );
}

/** Recorded on this device: its receipt is made when it is sent. */
const isToSend = ({ batch }: Done): boolean => batch.batchId === '';

/** Takes back what was recorded of these sets and not sent; the sets as they are then, null if it is being sent. */
async function takeBackSets(ids: readonly number[]): Promise<KeyBunch[] | null> {
  const entries = ids.flatMap((id) => newestOf(id)(ownEntries.get()) ?? []);
  const { takeBack } = await import('../../api/outbox/outbox.ts');
  const taken = await Promise.all(entries.map(({ key }) => takeBack(key)));
  void refreshAfter('sendOutbox');
  return taken.includes(false) ? null : Promise.all(ids.map(keyBunch));
}

/** The tag's outcome: "Tag 448193 broken", "New tag 448310", "Tag 448193 restored" after an undo. */
function tagText({ currentTag, status }: KeyBunch, { action, undone }: Done): string | null {
  if (undone && status === 'issued') return TAG_BROKEN;
  if (!currentTag) return null;
  if (undone) return `Tag ${currentTag} restored`;
  return action === 'issue' ? `Tag ${currentTag} broken` : `New tag ${currentTag}`;
}

/** Contents of the set; after a short return "4 of 5 keys, 1 fob". */
function backText({ keyCount, fobCount, short }: KeyBunch, action: Done['action']): string {
  const counted = action === 'return' ? short : null;
  return contentsText({
    keyCount,
    fobCount,
    keysCounted: counted?.keysPresent ?? null,
    fobsCounted: counted?.fobsPresent ?? null,
  });
}

/** Emails the receipt to the recipient, unless it was undone, and opens it in a window that prints it. */
function Receipt({ done: { batch, undone } }: { done: Done }) {
  const params = { batchId: batch.batchId };
  const { data } = useRead('getReceipt', { params }, { enabled: !undone });
  return (
    <>
      {!undone && <EmailReceipt key={batch.batchId} receipt={data} />}
      <a
        href={`/receipts/${batch.batchId}?print=1`}
        target="_blank"
        rel="noreferrer"
        data-button=""
        className={buttonClass()}
      >
        <Printer aria-hidden className="size-[15px] phone:size-[18px]" />
        Print receipt
      </a>
    </>
  );
}

/** Milliseconds left to undo a batch done at `at`, 0 when over. Updates each second. */
function useUndoLeft(at: number): number {
  const left = () => Math.max(0, at + UNDO_MINUTES * 60_000 - serverNow());
  const [ms, setMs] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is of `at`
  useEffect(() => {
    setMs(left());
    const timer = setInterval(() => setMs(left()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return ms;
}

/** "3 sets issued to Owen Hartley", "3 sets returned from Megan Price, 1 short". */
function doneTitle({ action, isHandover, batch, people, undone, short }: Done): string {
  const [noun, verb] = isHandover ? ['handover', 'handed over'] : ['issue', 'issued'];
  const sets = count(batch.keyBunches.length, 'set');
  const [only] = people;
  const who = people.length === 1 && only ? ` ${action === 'issue' ? 'to' : 'from'} ${only.name}` : '';
  return undone
    ? `${sets}: ${action === 'issue' ? noun : 'return'}${who} undone`
    : `${sets} ${action === 'issue' ? verb : 'returned'}${who}${short > 0 ? `, ${short} short` : ''}`;
}

/** Further details, in one line. */
function doneLine(done: Done, context: DeskContext, holder: HolderDetail | undefined): string {
  if (done.undone && isToSend(done)) return 'Taken back before it was sent.';
  if (done.undone) return 'Undone. The history keeps both entries.';
  if (done.action === 'return') return returnLine(done);
  const first = firstNameOf(done.people[0]?.name ?? '');
  const now =
    holder &&
    `${first} now has ${count(holder.held, 'set')}${holder.maxSets !== null && holder.held >= holder.maxSets ? ', the most allowed' : ''}.`;
  const due = dueLine(done, context);
  return [`${done.facts ? `${done.facts}, ${due}` : capital(due)}.`, done.approvals, now]
    .filter(Boolean)
    .join(' ');
}

function dueLine({ batch }: Done, { now, zone }: DeskContext): string {
  const moments = [...new Set(batch.keyBunches.map(({ dueAt }) => dueAt))];
  const [only] = moments;
  if (moments.length > 1) return 'due back by key type';
  return only ? `due back ${dayAndClock(Date.parse(only), now, zone)}` : 'no due time';
}

function returnLine({ batch, people }: Done): string {
  const tags = batch.keyBunches.flatMap(({ currentTag }) => currentTag ?? []);
  const mixed = people.length > 1 && `${people.map(({ name, sets }) => `${sets} from ${name}`).join(', ')}.`;
  const tag = tags.length > 0 && `New ${tags.length === 1 ? 'tag' : 'tags'}: ${tagsText(tags)}.`;
  return [mixed, tag].filter(Boolean).join(' ');
}
