import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { factsText } from '../../../shared/issue-facts.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { HISTORY_LIMIT_MAX, HISTORY_PAGE } from '../../../shared/limits.ts';
import type { AuditLog, Movement } from '../../../shared/movement.ts';
import { ACTION_FILTERS } from '../../../shared/movement-words.ts';
import type { ApiError } from '../../api/call.ts';
import { readPages, useList } from '../../api/list.ts';
import { useAsOf } from '../../api/live-state.ts';
import { useRead } from '../../api/read.ts';
import { type DateFilter, type DateRange, dateFilterOf, useDateRange } from '../../movement/date-filter.tsx';
import { type HistoryEntry, useNotRecorded } from '../../movement/late-entry.tsx';
import { matchesAction, mergeMoments, type TimelineKind, within } from '../../movement/timeline.ts';
import { usePaper } from '../../print/use-paper.ts';

const NO_MOVEMENTS: Movement[] = [];
const NO_ENTRIES: AuditLog[] = [];

/** `action` is one of the filter's or of the bunch's audit log; others are ignored. */
type TimelineFilter = { kind: TimelineKind; action: string; range: DateRange };

const older = (last: { data: Movement[]; total: number; atLeast: boolean }, loaded: number) => {
  const oldest = last.data.at(-1);
  return oldest && (last.atLeast || loaded < last.total) ? { before: String(oldest.id) } : undefined;
};

const mergeKind = (
  kind: TimelineKind,
  movements: readonly HistoryEntry[],
  entries: readonly AuditLog[],
  hasOlder: boolean,
) =>
  mergeMoments(
    kind === 'audit' ? NO_MOVEMENTS : movements,
    kind === 'movements' ? NO_ENTRIES : entries,
    hasOlder,
  );

/** Number of pages shown; a new filter starts at one. */
function usePages(filter: string): [shown: number, showMore: () => void] {
  const [pages, setPages] = useState({ filter, count: 1 });
  const shown = pages.filter === filter ? pages.count : 1;
  return [shown, () => setPages({ filter, count: shown + 1 })];
}

/** A bunch's history, newest first, page by page: movements merged with the audit log. */
export function useTimeline(id: number, { kind, action: fromAddress, range }: TimelineFilter) {
  const audit = useRead('listAuditLogs', { query: { keyBunchId: String(id) } });
  const log = audit.data ?? NO_ENTRIES;
  const moved = ACTION_FILTERS.find((known) => known === fromAddress);
  // 404: the bunch is not visible, so it has no log.
  const auditFailed = audit.error?.status === 404 ? null : audit.error;
  const action =
    moved || audit.isPending || log.some((entry) => entry.action === fromAddress) ? fromAddress : '';
  // Actions of the audit log have no movements.
  const moves = action === '' || moved !== undefined;

  const narrowed = { ...range, ...(moved && { action: moved }) };

  const list = useList(
    'getKeyBunchHistory',
    { params: { id }, query: { ...narrowed, limit: String(HISTORY_PAGE) } },
    older,
    { enabled: moves },
  );
  const [movesAt, logAt] = [useAsOf(list), useAsOf(audit)];
  const movements = (moves && list.items) || NO_MOVEMENTS;
  const matches = (entry: HistoryEntry) =>
    moves && (!moved || entry.action === moved) && within(entry.doneAt, range);
  const notRecorded = useNotRecorded({ keyBunchId: id, matches });
  const entries = log.filter((entry) => matchesAction(entry, action) && within(entry.timestamp, range));
  const counts = { movements: moves ? (list.total ?? 0) + notRecorded.count : 0, audit: entries.length };
  const atLeast = moves && kind !== 'audit' && list.atLeast;
  const total = { all: counts.movements + counts.audit, ...counts }[kind];

  const filter = JSON.stringify([kind, action, range]);
  const [shown, showMore] = usePages(filter);
  const hasOlder = moves && kind !== 'audit' && list.hasNextPage;
  const all = notRecorded.merge(movements, hasOlder);
  const moments = mergeKind(kind, all, entries, hasOlder).slice(0, shown * HISTORY_PAGE);
  const waiting = audit.isPending || (moves && list.isPending);
  const paper = usePaper({
    loaded: waiting || list.isPlaceholderData ? undefined : moments,
    total: waiting || list.isPlaceholderData ? undefined : total,
    atLeast,
    failed: audit.error !== null || list.error !== null,
    key: filter,
    readAll: async (options) => {
      if (!moves || kind === 'audit') return mergeKind(kind, NO_MOVEMENTS, entries, false);
      const query = { ...narrowed, limit: String(HISTORY_LIMIT_MAX) };
      const read = await readPages('getKeyBunchHistory', { params: { id }, query }, older, options);
      return mergeKind(kind, notRecorded.merge(read, false), entries, false).slice(0, options.max);
    },
  });

  return {
    paper,
    /** As of when the movements are true, in ms; 0 while not loaded. */
    readAt: moves ? movesAt : logAt,
    refreshing: (list.isRefetching && !list.isFetchingNextPage) || audit.isRefetching,
    refresh: () => Promise.all([audit.refetch(), moves && list.refetch()]),
    action,
    moments,
    counts,
    total,
    /** `total` is a lower bound. */
    atLeast,
    /** The audit log actions of this bunch, for the filter. */
    logged: [...new Set(log.map((entry) => entry.action))],
    waiting,
    failed: auditFailed ?? (moves && list.isLoadingError ? list.error : null),
    retry: () => Promise.all([auditFailed && audit.refetch(), list.isLoadingError && list.refetch()]),
    /** The entries shown are of the previous filters. */
    stale: moves && list.isPlaceholderData,
    loading: list.isFetchingNextPage,
    moreFailed: moves && list.isFetchNextPageError,
    hasMore: moments.length < total || (atLeast && hasOlder),
    more: () => {
      showMore();
      if (hasOlder) void list.fetchNextPage();
    },
    retryMore: () => void list.fetchNextPage(),
  };
}

const route = getRouteApi('/key-history/$id');

export const KINDS: readonly { value: TimelineKind; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'movements', label: 'Movements' },
  { value: 'audit', label: 'Audit' },
];

/** The filters of the address and their setter. */
export function useTimelineFilters() {
  const fromAddress = route.useSearch();
  const navigate = route.useNavigate();
  const date = dateFilterOf(fromAddress.date);
  const range = useDateRange(date, fromAddress.from, fromAddress.to);
  const kind = KINDS.find(({ value }) => value === fromAddress.kind)?.value ?? 'all';
  return {
    kind,
    action: fromAddress.action,
    date,
    from: fromAddress.from,
    to: fromAddress.to,
    range,
    filtered: kind !== 'all' || fromAddress.action !== '' || date !== 'all',
    setKind: (next: TimelineKind) =>
      void navigate({ search: { ...fromAddress, kind: next === 'all' ? '' : next }, resetScroll: false }),
    setAction: (action: string) => void navigate({ search: { ...fromAddress, action }, resetScroll: false }),
    setDate: (next: DateFilter) =>
      void navigate({
        search: { ...fromAddress, date: next === 'all' ? '' : next, from: '', to: '' },
        resetScroll: false,
      }),
    /** The ends of a custom range. */
    change: (ends: { from?: string; to?: string }, replace: boolean) =>
      void navigate({ search: { ...fromAddress, ...ends }, replace, resetScroll: false }),
    clear: () => void navigate({ search: {}, resetScroll: false }),
  };
}

/**
 * The bunch of an address: existing (`bunch`), deleted (`deleted`, its deletion entry), not visible but with visible history (`last`, the
 * newest entry), or unknown.
 */
export type KnownBunch =
  | { state: 'waiting' }
  | { state: 'failed'; error: ApiError; retry: () => unknown }
  | { state: 'unknown' }
  | { state: 'here'; bunch: KeyBunchDetail; facts: string }
  | { state: 'deleted'; deleted: Movement }
  | { state: 'elsewhere'; last: Movement };

/** Loads the bunch, or its history when it no longer exists. */
export function useKeyBunch(id: number): KnownBunch {
  const known = useRead('getKeyBunch', { params: { id } });
  const bunch = known.data;
  const gone = known.error?.status === 404;
  const issued = bunch?.status === 'issued';
  const newest = useRead(
    'getKeyBunchHistory',
    { params: { id }, query: { limit: '1', ...(issued && { action: 'issue' }) } },
    { enabled: gone || issued },
  );
  if (known.isPending) return { state: 'waiting' };
  if (!gone) {
    if (!bunch) return { state: 'failed', error: known.error, retry: known.refetch };
    return { state: 'here', bunch, facts: issued ? factsText(newest.data?.[0]?.details ?? {}) : '' };
  }
  if (newest.isPending) return { state: 'waiting' };
  if (newest.error && newest.error.status !== 404)
    return { state: 'failed', error: newest.error, retry: newest.refetch };
  const last = newest.data?.[0];
  if (!last) return { state: 'unknown' };
  return last.action === 'deleted' ? { state: 'deleted', deleted: last } : { state: 'elsewhere', last };
}
