import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ListChecks, Nfc, Pencil } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { untilLoaded, useOfflineSince } from '../api/connection.ts';
import { prefetchRead } from '../api/list.ts';
import { queries, whenQuiet } from '../api/queries.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { lazyExport } from '../ui/lazy-export.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { restGuardScreen } from '../ui/overlay/rest-guard.ts';
import { AuditChecklist } from './AuditChecklist.tsx';
import {
  AuditProgress,
  CompleteAudit,
  loadCompletion,
  NEEDS_SIGNAL,
  UnkeptNotice,
} from './AuditControls.tsx';
import { LocationInfo, OutWithHolder, SessionInfo } from './AuditInfo.tsx';
import { withText } from './audit-members.ts';
import { AuditSkeleton } from './audit-parts.tsx';
import { allScanned, kindNote, useTypeText } from './audit-text.tsx';
import { type AuditViewProps, DeskAudit } from './DeskAudit.tsx';
import { JoinNotice } from './JoinAudit.tsx';
import { MODE_LABELS } from './ModeSwitch.tsx';
import { loadMembers, MembersRow } from './members/WhoIsHere.tsx';
import { PhoneHead } from './PhoneHead.tsx';
import { AuditScanner, TypeSerial } from './scan/AuditScanner.tsx';
import { type AuditWork, useAuditSession } from './use-audit-session.ts';

/** With what it needs to ask for a number, which the checklist does not. */
const BlindAudit = lazyExport(() => import('./blind/BlindAudit.tsx'), 'BlindAudit');
/** With forms and lists, which the checklist does not need. */
const loadSetup = () => import('./setup/AuditSetup.tsx');
const AuditSetup = lazyExport(loadSetup, 'AuditSetup');
const loadEditor = () => import('./EditInAudit.tsx');
const EditInAudit = lazyDialog(() => untilLoaded(loadEditor), 'EditInAudit');

/** Loads the dialogs once the list is shown, before there may be no signal. */
function useDialogsLater(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    void whenQuiet()
      .then(() => Promise.all([loadCompletion(), loadEditor(), loadMembers()]))
      .catch(() => undefined);
  }, [isShown]);
}

/** The session's id in the address; null where the setup is shown. */
const sessionId = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

/** Starts reading the session in the address, or loading the setup, before the page renders. */
export function prefetch({ session }: Record<string, string>): void {
  const id = sessionId(session);
  if (id) prefetchRead('getAudit', { params: { id } });
  else void loadSetup().catch(() => undefined);
}

/** Location Audit: the setup, or the session in the address, so that a reload continues it. */
export function AuditPage() {
  const { session } = useSearch({ from: '/audit' });
  const id = sessionId(session);
  return id ? <RunningAudit key={id} id={id} /> : <AuditSetup />;
}

/** An audit in progress, full screen. */
function RunningAudit({ id }: { id: number }) {
  const phone = useMedia(PHONE);
  const navigate = useNavigate();
  const onOver = useCallback(
    (session: OneAuditSession) => {
      queries.setQueryData(['getAudit', { params: { id: session.id } }], session);
      void navigate(
        session.status === 'completed'
          ? { to: '/audit/$id', params: { id: String(session.id) }, replace: true }
          : { to: '/audit', search: {}, replace: true },
      );
    },
    [navigate],
  );
  const work = useAuditSession(id, onOver);
  const { session } = work;
  useDialogsLater(session !== undefined);
  if (work.error?.status === 404) return <NoSession />;
  if (work.error) return <ReadFailed error={work.error} onRetry={work.refresh} />;
  if (!session)
    return (
      <div data-own-head="">
        <AuditSkeleton />
      </div>
    );
  if (session.status !== 'in_progress') return <NoSession session={session} />;

  const notice = (
    <>
      <JoinNotice work={work} className="mb-4" />
      <UnkeptNotice work={work} />
    </>
  );
  const View = session.blind ? BlindAudit : phone ? PhoneAudit : DeskAudit;
  return (
    <div ref={restGuardScreen}>
      <Suspense fallback={<AuditSkeleton />}>
        <View work={work} session={session} notice={notice} />
      </Suspense>
      {work.editing.shown && <EditInAudit work={work} />}
    </div>
  );
}

/** The session in the address is over, does not exist or is not visible to the user. */
function NoSession({ session }: { session?: OneAuditSession }) {
  return (
    <EmptyState
      level={1}
      title="No active audit session found"
      hint={
        session
          ? `The audit of ${session.location.name} has ended.`
          : 'The link may be old, or you have no access to its location.'
      }
      action={
        <span className="flex flex-wrap justify-center gap-2.5">
          {session && (
            <Link
              to="/audit/$id"
              params={{ id: String(session.id) }}
              data-button=""
              className={buttonClass({ variant: 'secondary' })}
            >
              View this audit
            </Link>
          )}
          <Link to="/audit" search={{}} data-button="" className={buttonClass({ variant: 'primary' })}>
            New audit
          </Link>
        </span>
      }
    />
  );
}

/** An audit on a phone: the count at the top, the answer or list, actions at the bottom. */
function PhoneAudit({ work: given, session, notice }: AuditViewProps) {
  // Rows are for ticking; pencils show in edit mode only.
  const [editing, setEditing] = useState(false);
  const work = { ...given, edit: editing ? given.edit : undefined };
  const { mode, mayAct } = work;
  return (
    <>
      <Head work={work} session={session} onEdit={given.edit && (() => setEditing(true))} />
      {notice}
      {editing && (
        <Notice
          variant="info"
          className="mb-3"
          action={
            <Button size="sm" onClick={() => setEditing(false)}>
              Done
            </Button>
          }
        >
          Choose a set to edit.
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        {mode === 'nfc' ? (
          <AuditScanner work={work} typeSerial={false} />
        ) : (
          <>
            <div>
              <AuditChecklist work={work} />
            </div>
            {/* Below the list: it changes when a colleague joins, while a finger is on a row. */}
            <MembersRow work={work} />
          </>
        )}
        <OutWithHolder session={session} apart work={work} />
        <SessionInfo session={session} mode={mode} />
        <LocationInfo session={session} />
      </div>
      {mayAct && (
        <FootBar note={mode === 'manual' ? <FootNote work={work} /> : undefined}>
          {mode === 'nfc' && work.percent < 100 && <TypeSerial work={work} />}
          <CompleteAudit work={work} block />
        </FootBar>
      )}
    </>
  );
}

function FootNote({ work }: { work: AuditWork }) {
  const left = work.unseen.length;
  if (useOfflineSince() > 0) return NEEDS_SIGNAL;
  if (work.percent === 100)
    return <b className="font-medium text-emerald-800 dark:text-emerald-300">{allScanned(work)}</b>;
  if (work.session?.kind === 'spot')
    return `${work.expected - work.scanned} not checked yet. A spot check marks nothing Missing.`;
  return (
    <>
      {left} not checked yet. Completing marks {left === 1 ? 'it' : 'them'}{' '}
      <b className="font-medium text-red-700 dark:text-red-300">Missing</b>.
    </>
  );
}

type HeadProps = Omit<AuditViewProps, 'notice'> & { onEdit: (() => void) | undefined };

function Head({ work, session, onEdit }: HeadProps) {
  const typeText = useTypeText();
  const me = useMe();
  const { mode, setMode, scanned, expected, percent } = work;
  const other = mode === 'nfc' ? 'manual' : 'nfc';
  const others = withText(work.members, me.id) ?? (mode === 'nfc' ? 'NFC scan' : 'checklist');
  return (
    <PhoneHead
      work={work}
      session={session}
      line={`${kindNote(session) ?? typeText(session.keyType)} · ${others}`}
      count={scanned}
      of={`of ${expected}`}
      first={{
        label: MODE_LABELS[other],
        icon: other === 'nfc' ? Nfc : ListChecks,
        onSelect: () => setMode(other),
      }}
      more={onEdit && { label: 'Edit sets', icon: Pencil, onSelect: onEdit }}
    >
      <AuditProgress work={work} more={`, ${percent}%`} className="rounded-none!" />
    </PhoneHead>
  );
}
