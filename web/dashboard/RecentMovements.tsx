import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { DASHBOARD_MOVEMENTS, DASHBOARD_REFRESH_MS } from '../../shared/limits.ts';
import { isLive, useIsLive } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { serverTimeOf } from '../api/server-clock.ts';
import { failedTitle } from '../api/signal.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { linkClass } from '../ui/link-class.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Time } from '../ui/Time.tsx';
import { RecentMovement, RecentMovementPlaceholder } from './RecentMovement.tsx';

export const RECENT = { query: { limit: String(DASHBOARD_MOVEMENTS) } };
const ROWS = Array.from({ length: DASHBOARD_MOVEMENTS }, (_, row) => row);

/** The latest five movements; without the live channel they are asked for again every 30 seconds. */
export function RecentMovements() {
  const live = useIsLive();
  const { data, error, refetch, dataUpdatedAt } = useRead('listMovements', RECENT, {
    ...(!live && { refetchInterval: DASHBOARD_REFRESH_MS }),
  });
  // No movement at all is known too, and the first one ever is news.
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

/** Once a newer movement is known (0: none ever, undefined: not asked yet), the figures beside it are read again, so that the page never contradicts itself. */
function useFiguresToMatch(newest: number | undefined): void {
  const client = useQueryClient();
  const known = useRef(newest);
  useEffect(() => {
    const changed = known.current !== undefined && newest !== known.current;
    known.current = newest;
    // The live channel has said of everything what changed.
    if (!changed || isLive()) return;
    void client.invalidateQueries({ queryKey: ['getDashboard'] });
    void client.invalidateQueries({ queryKey: ['getDashboardStats'] });
  }, [client, newest]);
}
