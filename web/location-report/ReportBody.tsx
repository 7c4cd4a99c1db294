import { Link } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { REPORT_MOVEMENTS_SHOWN } from '../../shared/limits.ts';
import type { Location } from '../../shared/location.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import type { Movement } from '../../shared/movement.ts';
import { count } from '../format.ts';
import { Identifier, Opens, TagText, TypeTag } from '../key-bunch/BunchText.tsx';
import { contentsOf } from '../key-bunch/contents.ts';
import { useKeyRights } from '../key-bunch/key-rights.ts';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { ActionIcon } from '../movement/ActionIcon.tsx';
import { BunchLink } from '../movement/BunchLink.tsx';
import { Sentence } from '../movement/Sentence.tsx';
import { useMay } from '../session.tsx';
import { MoreFailed, ReadFailed } from '../shell/ReadFailed.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { linkClass } from '../ui/look.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { useWindowRows } from '../ui/window-rows.ts';
import { Bars, useShares } from './Bars.tsx';
import { INVENTORY_ORDER, Inventory, type InventoryProps } from './Inventory.tsx';
import { ReportSummary } from './ReportSummary.tsx';
import { useActivity } from './use-report.ts';

type Props = { report: LocationReport; more: () => void; moreFailed: boolean };

/** The report on the screen. `more` loads the next sets near the end of the list; after a failure it waits for a retry. */
export function ReportBody({ report, more, moreFailed }: Props) {
  const may = useMay();
  const phone = useMedia(PHONE);
  const { byType, byStatus } = useShares(report);
  const { total } = report.summary;
  const inventory = { bunches: report.bunches, total, onNearEnd: () => !moreFailed && more() };
  return (
    <div className="grid gap-4">
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
            <EmptyState title="No keys here" hint="No key sets are registered at this location." />
          </Panel>
        ) : (
          <div className="grid gap-4">
            {phone ? <InventoryCards {...inventory} /> : <Inventory {...inventory} />}
            {moreFailed && <MoreFailed onRetry={more} />}
          </div>
        )}
      </div>
    </div>
  );
}

const ROWS = Array.from({ length: REPORT_MOVEMENTS_SHOWN }, (_, row) => row);
const row = 'flex min-h-[54px] items-center gap-3 px-4 py-2';

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

const CARD = 118;

/** Inventory on narrow screens. */
function InventoryCards({ bunches, total, onNearEnd }: InventoryProps) {
  const box = useRef<HTMLUListElement>(null);
  const { history } = useKeyRights();
  const { rows, before, after, measure } = useWindowRows({
    box,
    count: bunches.length,
    height: CARD,
    onNearEnd,
  });
  return (
    <Panel>
      <PanelHead title="Key inventory" count={count(total, 'key set')} />
      <p className="border-b bg-soft/40 px-4 py-1.5 text-hint text-muted">{INVENTORY_ORDER}</p>
      <ul ref={box} aria-label="Key inventory" style={{ paddingTop: before, paddingBottom: after }}>
        {rows.map(({ index }) => {
          const bunch = bunches[index];
          return (
            bunch && (
              <li
                key={bunch.id}
                ref={measure}
                data-index={index}
                aria-setsize={total}
                aria-posinset={index + 1}
                className="border-b last:border-b-0"
              >
                <InventoryCard bunch={bunch} linked={history} />
              </li>
            )
          );
        })}
      </ul>
    </Panel>
  );
}

const InventoryCard = memo(function InventoryCard({ bunch, linked }: { bunch: KeyBunch; linked: boolean }) {
  const { holder, issuedAt, position } = bunch;
  return (
    <div className="grid gap-1 px-4 py-2.5">
      <div className="flex items-center justify-between gap-3">
        <Identifier
          bunch={bunch}
          linked={linked}
          className="-my-1.5 inline-flex min-h-11 min-w-0 items-center text-base font-semibold tracking-tight wrap-anywhere"
        />
        <StatusBadge status={bunch.status} />
      </div>
      <Opens bunch={bunch} className="-mt-1 text-label" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-label text-muted">
        <span>
          <TagText bunch={bunch} /> · {contentsOf(bunch)}
          {position && ` · ${position}`}
        </span>
        {holder && (
          <span className="min-w-0 break-words">
            <span className="text-fg">{holder.name}</span>
            {issuedAt && (
              <>
                {' · '}
                <Time at={issuedAt} inline />
              </>
            )}
          </span>
        )}
      </div>
      <div className="mt-0.5 flex items-center justify-between gap-3">
        <TypeTag type={bunch.type} />
        <Time at={bunch.lastUpdated} className="text-hint text-muted" />
      </div>
    </div>
  );
});
