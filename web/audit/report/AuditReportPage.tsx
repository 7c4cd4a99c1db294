import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { api } from '../../../shared/api.ts';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { joined } from '../../../shared/isolated.ts';
import { fullName } from '../../../shared/user-name.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { useRead } from '../../api/read.ts';
import { serverNow } from '../../api/server-clock.ts';
import { duration, exactTime, fullTime } from '../../format.ts';
import { PaperHead } from '../../print/PaperHead.tsx';
import { PrintedAnchor, useRunningHead } from '../../print/PrintFrame.tsx';
import { fetchAnchor, forgetAnchor } from '../../print/use-paper.ts';
import { useMay, useMe, useSession } from '../../session.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { backLinkClass, type Tint, tintDot } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { PHONE, useMedia, usePrinting } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { countedText, present } from '../audit-members.ts';
import { AuditSkeleton } from '../audit-parts.tsx';
import { accuracyText, kindNote, useTypeText, waysFound } from '../audit-text.tsx';
import { JoinButton, whoCounts } from '../JoinAudit.tsx';
import { MODE_LABELS } from '../ModeSwitch.tsx';
import { ReportSections } from './ReportSections.tsx';
import { reportParts } from './report-parts.ts';
import { QuickTicks, toLookInto } from './ToLookInto.tsx';
import { UndoCompletion } from './UndoCompletion.tsx';

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
      {session.undo && <UndoCompletion key={session.undo.until} session={session} undo={session.undo} />}
      <ReportHead session={session} />
      <div className="grid grid-cols-1 gap-4 print:gap-5">
        {!(session.blind && session.status !== 'completed') && <ReportFigures session={session} />}
        <ReportSections session={session} onSent={() => void refetch()} />
        {printing && <PrintedAnchor />}
      </div>
      {phone && <FootBar>{print}</FootBar>}
    </>
  );
}

/** Auditor, location, times and notes; on paper also company and print time. */
function ReportHead({ session }: { session: OneAuditSession }) {
  const typeText = useTypeText();
  const { user, startTime, endTime, keyType, mode, notes, members, completedBy, compared, accuracy } =
    session;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Auditor', user ? fullName(user) : null],
    ['Counted by', countedText(members)],
    ['Completed by', completedBy && fullName(completedBy)],
    ['Started', exactTime(startTime)],
    ['Completed', endTime && exactTime(endTime)],
    ['Took', endTime && duration(Date.parse(endTime) - Date.parse(startTime))],
    ['Key type', typeText(keyType)],
    ['Checked', kindNote(session)],
    ['As registered', compared && `${compared.asRegistered} of ${compared.checked}`],
    ['Location, last 90 days', accuracy && accuracyText(accuracy)],
    ['Mode', session.blind ? null : MODE_LABELS[mode]],
    ['How found', waysFound(session)],
    ['Session', `#${session.id}`],
  ];
  return (
    <>
      <ReportPaperHead session={session} />
      <State session={session} />
      <QuickTicks session={session} />
      <dl className="mb-4 grid grid-cols-4 gap-x-6 gap-y-3 rounded-xl border bg-panel p-4 shadow-xs max-lg:grid-cols-3 phone:grid-cols-2 print:mt-3 print:mb-5 print:grid-cols-4 print:gap-y-2 print:border-0 print:p-0">
        {facts.map(
          ([term, text]) =>
            text && (
              <div key={term} className="min-w-0">
                <dt className="text-hint text-muted">{term}</dt>
                <dd className="font-medium break-words tabular-nums">{text}</dd>
              </div>
            ),
        )}
        {notes && (
          <div className="col-span-full min-w-0 border-t pt-3 print:pt-2">
            <dt className="text-hint text-muted">Notes</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{notes}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

const RECORD = 'Key audit record';

function ReportPaperHead({ session }: { session: OneAuditSession }) {
  const me = useMe();
  const here = useSession();
  const company = here.state === 'in' ? (here.company?.name ?? '') : '';
  const { location, status, startTime, endTime } = session;
  const printed = fullTime(new Date(serverNow()));
  useRunningHead([company, RECORD, location.name], printed);
  return (
    <div className="hidden print:block">
      <PaperHead
        over={joined([company, RECORD], ' · ')}
        title={location.name}
        under={`${STATES[status].label}, ${fullTime(endTime ?? startTime)}`}
      >
        Printed {printed}
        <br />
        by {fullName(me)}
      </PaperHead>
    </div>
  );
}

/** The notice of an audit without a result. */
function State({ session }: { session: OneAuditSession }) {
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  if (session.status === 'completed') return null;
  if (session.status === 'abandoned') {
    return (
      <Notice variant="warning" title="This audit was not completed" className="mb-4">
        No statuses changed, and this doesn't count as an audit of the location.
      </Notice>
    );
  }
  const search = { session: String(session.id) };
  const isMember = present(session.members).some(({ userId }) => userId === me.id);
  return (
    <Notice
      variant="info"
      title="This audit is in progress"
      className="mb-4"
      action={
        !may(api.joinAudit.needs) ? null : isMember ? (
          <Link to="/audit" search={search} data-button="" className={buttonClass({ size: 'sm' })}>
            Continue audit
          </Link>
        ) : (
          <JoinButton session={session} size="sm" onJoined={() => void navigate({ to: '/audit', search })} />
        )
      }
    >
      {whoCounts(session)}{' '}
      {session.blind
        ? 'It is blind: what it found shows once it is completed.'
        : 'Sets not checked yet may still be found.'}
    </Notice>
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
    session.kind === 'spot'
      ? {
          name: 'To look into',
          n: toLookInto(session).length,
          tint: 'red',
          alarm: toLookInto(session).length > 0,
        }
      : completed
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
