import { Link } from '@tanstack/react-router';
import { CloudUpload, FilePen } from 'lucide-react';
import { useMemo } from 'react';
import { api } from '../../shared/api.ts';
import { PAGE_MAX } from '../../shared/limits.ts';
import type { Movement } from '../../shared/movement.ts';
import type { OutboxQuestion } from '../../shared/outbox.ts';
import type { OutboxKind } from '../../shared/outbox-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { atText, byText, didText, lastOf, questionOf } from './question-words.ts';

/** An entry of a history: a movement, or one that was made without signal and not recorded, drawn as the movement it would have been. */
export type HistoryEntry = Movement & { notRecorded?: OutboxQuestion };

/** Marks an entry that reached the register later than it was done, or was typed in from paper. */
export const LateChip = ({ isPaper }: { isPaper: boolean }) => (
  <span className="ml-1 inline-flex h-5 items-center gap-1 rounded-md border px-1.5 align-bottom text-tiny font-normal whitespace-nowrap text-muted print:hidden">
    {isPaper ? <FilePen aria-hidden className="size-3" /> : <CloudUpload aria-hidden className="size-3" />}
    {isPaper ? 'From paper' : 'Late entry'}
  </span>
);

/** Why an entry was not recorded: who answered the question about it, and when. */
export function notRecordedLine({ settled }: OutboxQuestion): string {
  if (!settled) return '';
  return `${settled.user ? fullName(settled.user) : 'A colleague'} answered ${atText(settled.at)}`;
}

const ACTIONS = {
  issue: 'issue',
  return: 'return',
  handOver: 'handover',
  extend: 'issue',
  lost: 'status_change',
  found: 'status_change',
} as const;

/** An entry without signal as the icon of the movement that it is. */
export const iconOfKind = (kind: OutboxKind) => ({
  action: ACTIONS[kind],
  details: { ...(kind === 'lost' && { to: 'missing' }), ...(kind === 'found' && { from: 'missing' }) },
});

/** The entries of a settled question as the movements they would have been; none of a kind that moves nothing. */
function entriesOf(question: OutboxQuestion): HistoryEntry[] {
  const { id, keyBunchId, identifier, location, by, seen, entries } = question;
  return entries.flatMap(({ id: entryId, kind, doneAt, receivedAt, holder, newTag, notes }) => {
    if (kind === 'extend' || kind === 'found') return [];
    const action = ACTIONS[kind];
    return {
      id: -entryId,
      keyBunchId,
      action,
      actionType: action,
      timestamp: receivedAt,
      doneAt,
      lateEntry: true,
      keyBunch: null,
      keyBunchIdentifier: identifier ?? `Question ${id}`,
      fromLocationId: null,
      toLocationId: location?.id ?? null,
      fromLocation: null,
      toLocation: location,
      fromBunchType: null,
      toBunchType: null,
      oldTag: null,
      newTag,
      ...by,
      notes,
      details: {
        officer: holder?.name ?? 'the holder',
        ...(holder && { holderId: holder.id }),
        ...(kind === 'lost' && { from: seen.status, to: 'missing' }),
      },
      undoable: false,
      notRecorded: question,
    };
  });
}

type Options = {
  /** Only those of one set. */
  keyBunchId?: number;
  byReceived?: boolean;
  /** Whether an entry matches the filters of the list. */
  matches: (entry: HistoryEntry) => boolean;
};

/**
 * The entries that were not recorded and match: their number, and a function that puts them among loaded movements, newest first. With
 * `hasMore` those older than the last movement wait for it.
 */
export function useNotRecorded({ keyBunchId, byReceived = false, matches }: Options) {
  const may = useMay();
  const query = {
    ...({ state: 'settled', answer: 'theirs', limit: String(PAGE_MAX) } as const),
    ...(keyBunchId && { keyBunchId: String(keyBunchId) }),
  };
  const { data } = useRead('listOutbox', { query }, { enabled: may(api.listOutbox.needs) });
  const all = useMemo(() => data?.flatMap(entriesOf) ?? [], [data]);
  const left = all.filter(matches);
  const timeOf = ({ timestamp, doneAt }: Movement) => Date.parse(byReceived ? timestamp : doneAt);
  function merge(movements: readonly Movement[], hasMore: boolean): HistoryEntry[] {
    const last = movements.at(-1);
    const horizon = hasMore && last ? timeOf(last) : Number.NEGATIVE_INFINITY;
    const shown = left.filter((entry) => timeOf(entry) >= horizon);
    return shown.length === 0
      ? movements.slice()
      : [...movements, ...shown].sort((a, b) => timeOf(b) - timeOf(a));
  }
  return { count: left.length, merge };
}

/** On the page of a set: the open question about it, with the way to answer it. */
export function OpenQuestion({ keyBunchId }: { keyBunchId: number }) {
  const { data } = useRead('listOutbox', { query: { state: 'open', keyBunchId: String(keyBunchId) } });
  const [question] = data ?? [];
  const last = question && lastOf(question);
  if (!last) return null;
  return (
    <Notice
      variant="warning"
      title={questionOf(question)}
      className="mb-4"
      action={
        <Link
          to="/outbox"
          search={{ question: String(question.id) }}
          data-button=""
          className={buttonClass({ size: 'sm' })}
        >
          Answer
        </Link>
      }
    >
      {byText(question)} {didText(last)} {atText(last.doneAt)}, without signal. It is not recorded yet.
    </Notice>
  );
}
