import { useState } from 'react';
import { HISTORY_PAGE } from '../../shared/limits.ts';
import { ACTIONS, type AuditLog, type Movement } from '../../shared/movement.ts';
import { useList, useRead } from '../api.ts';
import type { DateRange } from '../movement/date-filter.ts';
import { type Moment, matchesAction, mergeMoments, type TimelineKind, within } from './timeline.ts';

const NO_MOVEMENTS: Movement[] = [];
const NO_ENTRIES: AuditLog[] = [];

const isAction = (action: string) => ACTIONS.find((known) => known === action);

export type TimelineFilter = { kind: TimelineKind; action: string; range: DateRange };

/** The life of a bunch, newest first, a page at a time: its movements and its audit log merged (DECISIONS S-50). */
export function useTimeline(id: number, { kind, action, range }: TimelineFilter) {
  // An action of the audit log only leaves no movement to ask for.
  const asked = action === '' ? 'all' : isAction(action);
  const list = useList(
    'getKeyBunchHistory',
    {
      params: { id },
      query: { ...range, ...(asked && asked !== 'all' && { action: asked }), limit: String(HISTORY_PAGE) },
    },
    (last, loaded) => {
      const oldest = last.data.at(-1);
      return oldest && loaded < last.total ? { before: String(oldest.id) } : undefined;
    },
    { enabled: asked !== undefined },
  );
  const audit = useRead('listAuditLogs', { query: { keyBunchId: String(id) } });
  const log = audit.data ?? NO_ENTRIES;

  const filter = JSON.stringify([kind, action, range]);
  const [pages, setPages] = useState({ filter, count: 1 });
  const shownPages = pages.filter === filter ? pages.count : 1;

  const movements = asked === undefined ? NO_MOVEMENTS : (list.items ?? NO_MOVEMENTS);
  const entries = log.filter((entry) => matchesAction(entry, action) && within(entry.timestamp, range));
  const counts = { movements: asked === undefined ? 0 : (list.total ?? 0), audit: entries.length };
  const older = asked !== undefined && kind !== 'audit' && list.hasNextPage;
  const merged = mergeMoments(
    kind === 'audit' ? NO_MOVEMENTS : movements,
    kind === 'movements' ? NO_ENTRIES : entries,
    older,
  );
  const moments: Moment[] = merged.slice(0, shownPages * HISTORY_PAGE);
  const total = { all: counts.movements + counts.audit, ...counts }[kind];

  // A bunch that one may not see any more has no log: 404 means none.
  const auditFailed = audit.error !== null && audit.error.status !== 404;
  return {
    moments,
    counts,
    total,
    /** The actions of the audit log that this bunch knows, to filter by. */
    logged: [...new Set(log.map((entry) => entry.action))],
    waiting: (asked !== undefined && list.items === undefined && !list.error) || audit.isPending,
    failed: list.error !== null || auditFailed,
    stale: list.isPlaceholderData && asked !== undefined,
    retry: () => Promise.all([list.refetch(), auditFailed ? audit.refetch() : null]),
    loading: list.isFetchingNextPage,
    more:
      moments.length < total
        ? () => {
            setPages({ filter, count: shownPages + 1 });
            if (older) void list.fetchNextPage();
          }
        : undefined,
  };
}
