import { useNavigate, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { api } from '../../shared/api.ts';
import type { Location } from '../../shared/location.ts';
import type { LocationReport } from '../../shared/location-report.ts';
import { reportFileName } from '../../shared/location-words.ts';
import { useAsOf } from '../api/live-state.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { useExport } from '../device/download.tsx';
import { companyDay } from '../format.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { PrintButton } from '../print/PrintFrame.tsx';
import { usePaper } from '../print/use-paper.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';
import { PrintedReport } from './PrintedReport.tsx';
import { activityPlaceholder, ReportBody } from './ReportBody.tsx';
import { useReport } from './use-report.ts';

/** Location Report: the inventory and latest movements of a location, on screen, on paper and as CSV. */
export function LocationReportPage() {
  const { locationId } = useParams({ from: '/location-report/$locationId' });
  const id = Number(locationId);
  return /^[1-9]\d{0,8}$/.test(locationId) ? <Report key={id} id={id} /> : <NoSuchLocation />;
}

function Report({ id }: { id: number }) {
  const phone = useMedia(PHONE);
  const read = useReport(id);
  const { data, error, refetch, isRefetching, more, moreFailed, readAll } = read;
  const readAt = useAsOf(read);
  const paper = usePaper({
    loaded: data?.bunches,
    total: data?.summary.total,
    failed: error !== null,
    key: String(id),
    readAll,
  });
  if (error?.status === 404) return <NoSuchLocation />;
  const asOf = <AsOf at={readAt} refreshing={isRefetching} onRefresh={refetch} />;
  const chooser = <LocationChooser id={id} current={data?.location} />;
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Location Report"
          subtitle="Counts, inventory and recent activity of one location."
          right={
            phone ? (
              asOf
            ) : (
              <>
                {asOf}
                {chooser}
                <ReportActions report={data} paper={paper} />
              </>
            )
          }
        />
        {phone && <div className="mb-4">{chooser}</div>}
        {!data && (error ? <ReadFailed error={error} onRetry={refetch} /> : <ReportSkeleton />)}
        {data && <ReportBody report={data} more={more} moreFailed={moreFailed} />}
        {phone && (
          <FootBar>
            <ReportActions report={data} paper={paper} />
          </FootBar>
        )}
      </div>
      {paper.printing && data && <PrintedReport report={data} bunches={paper.rows} asOf={new Date(readAt)} />}
    </>
  );
}

function NoSuchLocation() {
  return (
    <NotFound
      title="Location not found"
      hint="None of your locations matches this link. It may be old, or the location was deleted."
      to="/locations"
      label="Back to Locations"
    />
  );
}

/** Selects the location of the report. Contains only the current one until the list is loaded. */
function LocationChooser({ id, current }: { id: number; current: Location | undefined }) {
  const navigate = useNavigate();
  const { data } = useRead('listLocations', {}, { enabled: useMay()(api.listLocations.needs) });
  const places = data ?? (current ? [current] : []);
  return (
    <div className="w-56 max-lg:w-44 phone:w-full">
      <Select
        aria-label="Location"
        value={String(id)}
        onValueChange={(next) =>
          void navigate({ to: '/location-report/$locationId', params: { locationId: next } })
        }
        options={places.map(({ id: value, name, type }) => ({
          value: String(value),
          label: name,
          icon: locationIcon(type),
        }))}
        placeholder="Location"
      />
    </div>
  );
}

/** Prints the report, or downloads its inventory as CSV. */
function ReportActions({
  report,
  paper,
}: {
  report: LocationReport | undefined;
  paper: ComponentProps<typeof PrintButton>['paper'];
}) {
  const { run, progress } = useExport();
  const save = async ({ location, summary }: LocationReport) =>
    run(
      'exportLocationReport',
      { params: { id: location.id } },
      reportFileName(location.name, companyDay(new Date(serverNow()))),
      summary.total,
    );
  return (
    <>
      <PrintButton paper={paper} className="phone:flex-1" />
      <Button
        icon={Download}
        disabled={!report}
        pending={progress !== null}
        className="tabular-nums phone:flex-1"
        onClick={() => report && void save(report)}
      >
        {progress ?? 'Export CSV'}
      </Button>
    </>
  );
}

const BARS = [1, 2, 3, 4];
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholder of the report's size. */
function ReportSkeleton() {
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
            <ul className="divide-y">{activityPlaceholder}</ul>
          </Panel>
        )}
      </div>
    </div>
  );
}
