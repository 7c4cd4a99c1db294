import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { TRANSFERS_REQUESTED, TRANSFERS_SHOWN } from '../../shared/limits.ts';
import type { Movement } from '../../shared/movement.ts';
import { actorName } from '../../shared/user-name.ts';
import { useRead } from '../api/read.ts';
import { WithArrows } from '../movement/Sentence.tsx';
import { useMay } from '../session.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { linkClass } from '../ui/link-class.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

const ROWS = Array.from({ length: TRANSFERS_SHOWN }, (_, row) => row);

/** The latest moves between locations. */
export function RecentTransfers() {
  const { data, error, refetch } = useRead('listMovements', {
    query: { limit: String(TRANSFERS_REQUESTED), action: 'location_move' },
  });
  return (
    <Panel aria-busy={!data && !error}>
      <PanelHead
        title="Recent Transfers"
        right={
          <Link to="/history" search={{ action: 'move' }} className={linkClass}>
            View all
          </Link>
        }
      />
      {data?.length === 0 && <p className="px-4 py-10 text-center text-muted">No transfers yet</p>}
      {error && !data && (
        <div className="p-4">
          <ReadFailed error={error} onRetry={refetch} />
        </div>
      )}
      <ul className="divide-y">
        {data?.slice(0, TRANSFERS_SHOWN).map((movement) => (
          <Transfer key={movement.id} movement={movement} />
        ))}
        {!data &&
          !error &&
          ROWS.map((row) => (
            <li key={row} className="grid h-[58px] content-center gap-2 px-4">
              <Skeleton className="h-3.5 w-24" />
              <Skeleton className="h-3 w-52" />
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function Transfer({ movement }: { movement: Movement }) {
  const linked = useMay()(api.getKeyBunchHistory.needs) && movement.keyBunchId !== null;
  const { keyBunchIdentifier, fromLocation, toLocation, details, user } = movement;
  const from = details.from || fromLocation?.name;
  const to = details.to || toLocation?.name;
  return (
    <li className="relative px-4 py-[9px] transition-colors hover:bg-soft/50 phone:py-3">
      <div className="flex items-baseline justify-between gap-3">
        {linked ? (
          <Link
            to="/key-history/$id"
            params={{ id: String(movement.keyBunchId) }}
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            {keyBunchIdentifier}
          </Link>
        ) : (
          <span className="min-w-0 truncate font-medium">{keyBunchIdentifier}</span>
        )}
        <Time at={movement.timestamp} className="relative z-10 text-hint text-muted" />
      </div>
      <p className="text-hint break-words">
        <WithArrows text={`${from} -> ${to}`} />
        {user && <span className="text-muted"> · {actorName(user)}</span>}
      </p>
    </li>
  );
}
