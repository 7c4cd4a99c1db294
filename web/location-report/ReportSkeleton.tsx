import { api } from '../../shared/api.ts';
import { REPORT_MOVEMENTS_SHOWN } from '../../shared/limits.ts';
import { useMay } from '../session.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const BARS = [1, 2, 3, 4];
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];
const MOMENTS = Array.from({ length: REPORT_MOVEMENTS_SHOWN }, (_, row) => row);

/** The size of a report that is not known yet. */
export function ReportSkeleton() {
  const history = useMay()(api.listMovements.needs);
  return (
    <div className="grid gap-4" aria-busy="true">
      <Panel className="grid min-h-[105px] content-center gap-2 px-5 py-4 phone:h-[183px]">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-4 w-56 max-w-full" />
      </Panel>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_328px]">
        <div className="grid min-w-0 gap-4">
          <div className="grid gap-4 md:grid-cols-2">
            {['Keys by type', 'Keys by status'].map((title) => (
              <Panel key={title}>
                <PanelHead title={title} />
                <div className="grid gap-2.5 p-4">
                  {BARS.map((bar) => (
                    <Skeleton key={bar} className="my-0.5 h-4" />
                  ))}
                </div>
              </Panel>
            ))}
          </div>
          <Panel>
            <PanelHead title="Key inventory" />
            {ROWS.map((row) => (
              <div key={row} className="flex h-[52px] items-center border-b px-4 last:border-b-0">
                <Skeleton className="h-4 w-full" />
              </div>
            ))}
          </Panel>
        </div>
        {history && (
          <Panel>
            <PanelHead title="Recent activity" />
            {MOMENTS.map((moment) => (
              <div
                key={moment}
                className="flex min-h-[54px] items-center gap-3 border-b px-4 last:border-b-0"
              >
                <Skeleton className="size-7 touch:size-[34px]" />
                <span>
                  <Skeleton className="my-[3px] h-3.5 w-40" />
                  <Skeleton className="my-[3px] h-3 w-28" />
                </span>
              </div>
            ))}
          </Panel>
        )}
      </div>
    </div>
  );
}
