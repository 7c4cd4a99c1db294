import { Link } from '@tanstack/react-router';
import { REPORT_MOVEMENTS_SHOWN } from '../../shared/limits.ts';
import type { Location } from '../../shared/location.ts';
import type { Movement } from '../../shared/movement.ts';
import { ActionIcon } from '../movement/ActionIcon.tsx';
import { BunchLink } from '../movement/BunchLink.tsx';
import { Sentence } from '../movement/Sentence.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { linkClass } from '../ui/link-class.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { useActivity } from './use-activity.ts';

const ROWS = Array.from({ length: REPORT_MOVEMENTS_SHOWN }, (_, row) => row);
const row = 'flex min-h-[54px] items-center gap-3 px-4 py-2';

/** What happened last at the location, or on the way to or from it. */
export function ReportActivity({ location }: { location: Location }) {
  const { movements, error, refetch } = useActivity(location.id);
  return (
    <Panel aria-busy={!movements && !error}>
      <PanelHead
        title="Recent activity"
        right={
          <Link to="/history" search={{ search: location.name }} className={linkClass}>
            View all
          </Link>
        }
      />
      {movements?.length === 0 && <p className="px-4 py-10 text-center text-muted">No activity yet</p>}
      {error && !movements && (
        <div className="p-4">
          <ReadFailed error={error} onRetry={refetch} />
        </div>
      )}
      <ul className="divide-y">
        {movements?.map((movement) => (
          <Activity key={movement.id} movement={movement} />
        ))}
        {!movements &&
          !error &&
          ROWS.map((key) => (
            <li key={key} className={row}>
              <Skeleton className="size-7 touch:size-[34px]" />
              <span>
                <Skeleton className="my-[3px] h-3.5 w-40" />
                <Skeleton className="my-[3px] h-3 w-28" />
              </span>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

const Activity = ({ movement }: { movement: Movement }) => (
  <li className={row}>
    <ActionIcon movement={movement} />
    <div className="min-w-0 flex-1">
      <p className="break-words">
        <Sentence movement={movement} />
      </p>
      <div className="flex items-baseline justify-between gap-3 text-hint text-muted">
        <BunchLink movement={movement} className="min-w-0 truncate font-normal!" />
        <Time at={movement.timestamp} />
      </div>
    </div>
  </li>
);
