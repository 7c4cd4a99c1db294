import { api } from '../../shared/api.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import { useMay } from '../session.tsx';
import { MoreFailed } from '../shell/MoreFailed.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Bars } from './Bars.tsx';
import { Inventory } from './Inventory.tsx';
import { InventoryCards } from './InventoryCards.tsx';
import { ReportActivity } from './ReportActivity.tsx';
import { ReportSummary } from './ReportSummary.tsx';
import { useShares } from './shares.ts';

type Props = { report: LocationReport; more: () => void; moreFailed: boolean };

/** The report on the screen. `more` reads the next sets, when one has scrolled to the last that are there; what failed waits to be asked for again. */
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
