import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { api } from '../../shared/api.ts';
import { DASHBOARD_MOVEMENTS, DASHBOARD_REFRESH_MS } from '../../shared/limits.ts';
import type { Movement } from '../../shared/movement.ts';
import { failedTitle } from '../api/call.ts';
import { isLive, useIsLive } from '../api/live-state.ts';
import { useToSend } from '../api/outbox/own-entries.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { serverTimeOf } from '../api/server-clock.ts';
import { useLabels } from '../labels.ts';
import { ActionIcon } from '../movement/ActionIcon.tsx';
import { Sentence } from '../movement/Sentence.tsx';
import { useMay } from '../session.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { lazyExport } from '../ui/lazy-export.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { RowLink } from './AttentionPanels.tsx';

const RecentToSend = lazyExport(() => import('../outbox/OwnEntries.tsx'), 'RecentToSend');

export const RECENT = { query: { limit: String(DASHBOARD_MOVEMENTS) } };
const ROWS = Array.from({ length: DASHBOARD_MOVEMENTS }, (_, row) => row);

/** The latest five movements; polled every 30 seconds without the live channel. */
export function RecentMovements() {
  const live = useIsLive();
  const isToSend = useToSend() > 0;
  const { data, error, refetch, dataUpdatedAt } = useRead('listMovements', RECENT, {
    ...(!live && { refetchInterval: DASHBOARD_REFRESH_MS }),
  });
  // An empty list is a result too: the first movement ever is new.
  useFiguresToMatch(data && (data[0]?.id ?? 0));
  return (
    <Panel aria-busy={!data && !error} className="flex flex-col">
      <PanelHead
        title="Recent Key Movements"
        right={
          <Link to="/history" className={linkClass}>
            View all
          </Link>
        }
      />
      {isToSend && (
        <Suspense>
          <ul className="divide-y border-b">
            <RecentToSend most={DASHBOARD_MOVEMENTS} />
          </ul>
        </Suspense>
      )}
      {data?.length === 0 && <p className="px-4 py-12 text-center text-muted">No recent movements</p>}
      {data && data.length > 0 && (
        <ul className="divide-y">
          {data.map((movement) => (
            <RecentMovement key={movement.id} movement={movement} />
          ))}
        </ul>
      )}
      {!data && !error && (
        <ul className="divide-y">
          {ROWS.map((row) => (
            <RecentMovementPlaceholder key={row} />
          ))}
        </ul>
      )}
      {error && !data && (
        <div className="p-4">
          <ReadFailed error={error} onRetry={refetch} />
        </div>
      )}
      {error && data && (
        <p role="status" className="border-t px-4 py-2 text-hint text-bad">
          {failedTitle(error)}. Last updated <Time at={new Date(serverTimeOf(dataUpdatedAt))} inline />.
        </p>
      )}
    </Panel>
  );
}

/** When a newer movement appears (0: none, undefined: unread), refreshes the figures, so that the page is consistent. */
function useFiguresToMatch(newest: number | undefined): void {
  const client = useQueryClient();
  const known = useRef(newest);
  useEffect(() => {
    const changed = known.current !== undefined && newest !== known.current;
    known.current = newest;
    // The live channel has refreshed what changed.
    if (!changed || isLive()) return;
    void client.invalidateQueries({ queryKey: ['getDashboard'] });
    void client.invalidateQueries({ queryKey: ['getDashboardStats'] });
  }, [client, newest]);
}

const row =
  'relative grid min-h-[58px] grid-cols-[auto_minmax(0,1fr)_auto] content-center gap-x-3 px-4 py-[9px] phone:min-h-[57px]';

/** A movement: icon, sentence, set, location and time. The row links to the set's history. */
function RecentMovement({ movement }: { movement: Movement }) {
  const may = useMay();
  const { label } = useLabels();
  const { keyBunchId, keyBunchIdentifier, keyBunch, fromLocation, action } = movement;
  const inSentence = action === 'location_move' || !fromLocation;
  const place = inSentence ? keyBunch && label('keyTypes', keyBunch.type) : fromLocation.name;
  const linked = keyBunchId !== null && may(api.getKeyBunchHistory.needs);
  return (
    <li className={cx(row, linked && 'transition-colors hover:bg-soft/50')}>
      <span className="row-span-2 self-center">
        <ActionIcon movement={movement} />
      </span>
      <p className="col-start-2 font-medium break-words phone:col-span-2">
        <Sentence movement={movement} />
      </p>
      <p className="col-start-2 row-start-2 truncate text-hint text-muted">
        <RowLink bunch={{ id: keyBunchId ?? 0, identifier: keyBunchIdentifier }} linked={linked} />
        {place && ` · ${place}`}
      </p>
      <span className="col-start-3 row-span-2 row-start-1 self-center text-hint text-muted phone:row-span-1 phone:row-start-2">
        <Time at={movement.doneAt} className="relative z-10" />
      </span>
    </li>
  );
}

/** Placeholder of a row. */
function RecentMovementPlaceholder() {
  return (
    <li className={row}>
      <Skeleton className="size-7 touch:size-[34px]" />
      <span>
        <Skeleton className="my-[3px] h-3.5 w-40" />
        <Skeleton className="my-[3px] h-3 w-28" />
      </span>
    </li>
  );
}
