import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../../shared/api.ts';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { useRead } from '../../api/read.ts';
import { fullTime } from '../../format.ts';
import { fetchAnchor, forgetAnchor } from '../../print/anchor.ts';
import { PrintedAnchor } from '../../print/PrintedAnchor.tsx';
import { useMay } from '../../session.tsx';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { backLinkClass } from '../../ui/link-class.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import type { Tint } from '../../ui/tint.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { AuditSkeleton } from '../AuditSkeleton.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportSections } from './ReportSections.tsx';

const STATES: Record<OneAuditSession['status'], { label: string; tint: Tint }> = {
  completed: { label: 'Completed', tint: 'emerald' },
  abandoned: { label: 'Abandoned', tint: 'gray' },
  in_progress: { label: 'In progress', tint: 'blue' },
};

/** What an audit found: on screen, with what can still be put right, and on paper. */
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
