import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../../shared/api.ts';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { useRead } from '../../api/read.ts';
import { fullTime } from '../../format.ts';
import { fetchAnchor, forgetAnchor, PrintedAnchor } from '../../print/PrintedAnchor.tsx';
import { useMay } from '../../session.tsx';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { backLinkClass, type Tint, tintDot } from '../../ui/look.ts';
import { PHONE, useMedia, usePrinting } from '../../ui/media.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { AuditSkeleton } from '../AuditSkeleton.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportSections, reportParts } from './ReportSections.tsx';

const STATES: Record<OneAuditSession['status'], { label: string; tint: Tint }> = {
  completed: { label: 'Completed', tint: 'emerald' },
  abandoned: { label: 'Abandoned', tint: 'gray' },
  in_progress: { label: 'In progress', tint: 'blue' },
};

/** The report of an audit, with the corrections still possible; also on paper. */
export function AuditReportPage() {
  const { id } = useParams({ from: '/audit/$id' });
  return /^[1-9]\d{0,8}$/.test(id) ? <Report key={id} id={Number(id)} /> : <NoSuchAudit />;
}

function Report({ id }: { id: number }) {
  const phone = useMedia(PHONE);
  const may = useMay();
  const printing = usePrinting();
  useEffect(() => {
    addEventListener('afterprint', forgetAnchor);
    return () => removeEventListener('afterprint', forgetAnchor);
  }, []);
  const { data: session, error, refetch } = useRead('getAudit', { params: { id } }, { fresh: true });
  if (error?.status === 404) return <NoSuchAudit />;
  const back = may(api.startAudit.needs) && (
    <Link to="/audit" search={{}} className={backLinkClass}>
      <ChevronLeft aria-hidden className="size-4" />
      Audits
    </Link>
  );
  if (!session) {
    if (!error) return <AuditSkeleton />;
    return (
      <>
        <PageHead back={back} title="Audit" />
        <ReadFailed error={error} onRetry={refetch} />
      </>
    );
  }
  const { label, tint } = STATES[session.status];
  const print = (
    <Button
      icon={Printer}
      className="print:hidden"
      onClick={() => void fetchAnchor().then(() => window.print())}
    >
      Print
    </Button>
  );
  return (
    <>
      <div className="print:hidden">
        <PageHead
          back={back}
          title={`Audit of ${session.location.name}`}
          subtitle={fullTime(session.endTime ?? session.startTime)}
          badge={<Badge tint={tint}>{label}</Badge>}
          right={!phone && print}
        />
      </div>
      <ReportHead session={session} />
      <div className="grid grid-cols-1 gap-4 print:gap-5">
        <ReportFigures session={session} />
        <ReportSections session={session} onSent={() => void refetch()} />
        {printing && <PrintedAnchor />}
      </div>
      {phone && <FootBar>{print}</FootBar>}
    </>
  );
}

function NoSuchAudit() {
  const may = useMay();
  return (
    <EmptyState
      level={1}
      title="Audit session not found"
      hint="The link may be old, or you have no access to its location."
      action={
        may(api.startAudit.needs) && (
          <Link to="/audit" search={{}} data-button="" className={buttonClass({ variant: 'primary' })}>
            Back to audits
          </Link>
        )
      }
    />
  );
}

type Figure = { name: string; n: number; tint: Tint; alarm?: boolean };

/** Counts by result: present, found again, missing, out and unexpected. */
function ReportFigures({ session }: { session: OneAuditSession }) {
  const { missing, found, present, unchanged } = reportParts(session);
  const completed = session.status === 'completed';
  const figures: Figure[] = [
    { name: 'Present', n: present.length, tint: 'emerald' },
    { name: 'Found', n: found.length, tint: 'emerald' },
    completed
      ? { name: 'Missing', n: missing.length, tint: 'red', alarm: missing.length > 0 }
      : { name: 'Not checked yet', n: unchanged.length, tint: 'gray' },
    { name: 'Issued', n: session.out.length, tint: 'amber' },
    { name: 'Unexpected', n: session.unexpected.length, tint: 'purple' },
    { name: 'Unknown', n: session.unknown.length, tint: 'gray' },
  ];
  return (
    <dl
      aria-label="Figures"
      className="grid grid-cols-6 overflow-clip rounded-xl border bg-panel shadow-xs max-lg:grid-cols-3 print:grid-cols-6 print:rounded-none print:border-x-0"
    >
      {figures.map(({ name, n, tint, alarm }) => (
        <div
          key={name}
          className={cx(
            '-mt-px -ml-px border-t border-l px-4 py-3 print:px-2',
            alarm && 'bg-red-500/8 print:bg-transparent',
          )}
        >
          <dt className="flex items-center gap-1.5 text-hint text-muted">
            <span aria-hidden className={cx('size-1.5 shrink-0 rounded-full print:hidden', tintDot[tint])} />
            {name}
          </dt>
          <dd
            className={cx(
              'text-figure font-semibold tabular-nums',
              alarm ? 'text-red-700 dark:text-red-300 print:text-red-800' : n === 0 && 'text-muted',
            )}
          >
            {n.toLocaleString()}
          </dd>
        </div>
      ))}
    </dl>
  );
}
