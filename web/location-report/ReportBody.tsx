import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { REPORT_MOVEMENTS_SHOWN } from '../../shared/limits.ts';
import type { Location } from '../../shared/location.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import type { Movement } from '../../shared/movement.ts';
import { MoreFailed, ReadFailed } from '../api/ReadFailed.tsx';
import { useFirstSets } from '../import/ImportButton.tsx';
import { ActionIcon } from '../movement/ActionIcon.tsx';
import { BunchLink } from '../movement/BunchLink.tsx';
import { Sentence } from '../movement/Sentence.tsx';
import { useMay } from '../session.tsx';
import { linkClass } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { Inventory } from './Inventory.tsx';
import { Bars, ReportSummary, useShares } from './ReportSummary.tsx';
import { useActivity } from './use-report.ts';

type Props = { report: LocationReport; more: () => void; moreFailed: boolean };

/** The report on the screen. `more` loads the next sets near the end of the list; after a failure it waits for a retry. */
export function ReportBody({ report, more, moreFailed }: Props) {
  const may = useMay();
  const firstSets = useFirstSets();
  const { byType, byStatus } = useShares(report);
  const { total } = report.summary;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ReportSummary report={report} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_328px] xl:grid-rows-[auto_1fr]">
        <div className="grid gap-4 md:grid-cols-2">
          <Panel>
            <PanelHead title="Keys by type" />
            <Bars shares={byType} total={total} className="p-4" />
          </Panel>
          <Panel>
            <PanelHead title="Keys by status" />
            <Bars shares={byStatus} total={total} className="p-4" />
          </Panel>
        </div>
        {may(api.listMovements.needs) && (
          <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <ReportActivity location={report.location} />
          </div>
        )}
        {total === 0 ? (
          <Panel>
            <PanelHead title="Key inventory" count="0 key sets" />
            <EmptyState
              title="No keys here"
              hint="No key sets are registered at this location."
              action={firstSets.action}
            />
          </Panel>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Inventory bunches={report.bunches} total={total} onNearEnd={() => !moreFailed && more()} />
            {moreFailed && <MoreFailed onRetry={more} />}
          </div>
        )}
      </div>
    </div>
  );
}

const row = 'flex min-h-[54px] items-center gap-3 px-4 py-2';

/** Placeholder of the latest movements. */
export const activityPlaceholder = Array.from({ length: REPORT_MOVEMENTS_SHOWN }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: all the same
  <li key={index} className={row}>
    <Skeleton className="size-7 touch:size-[34px]" />
    <span>
      <Skeleton className="my-[3px] h-3.5 w-40" />
      <Skeleton className="my-[3px] h-3 w-28" />
    </span>
  </li>
));

/** Latest movements at, to or from the location. */
function ReportActivity({ location }: { location: Location }) {
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
        {!movements && !error && activityPlaceholder}
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
        <Time at={movement.doneAt} />
      </div>
    </div>
  </li>
);
