import { Link, useParams } from '@tanstack/react-router';
import { useAsOf } from '../api/live-state.ts';
import { usePaper } from '../print/use-paper.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { AsOf } from '../ui/AsOf.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { LocationChooser } from './LocationChooser.tsx';
import { PrintedReport } from './PrintedReport.tsx';
import { ReportActions } from './ReportActions.tsx';
import { ReportBody } from './ReportBody.tsx';
import { ReportSkeleton } from './ReportSkeleton.tsx';
import { useReport } from './use-report.ts';

/** Location Report: what is at one location now, and what happened there last; on screen, on paper and as a file. */
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
    <EmptyState
      level={1}
      title="Location not found"
      hint="None of your locations matches this link. It may be old, or the location was deleted."
      action={
        <Link to="/locations" data-button="" className={buttonClass({ variant: 'primary' })}>
          Back to Locations
        </Link>
      }
    />
  );
}
