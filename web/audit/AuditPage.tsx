import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { queries, whenQuiet } from '../api/queries.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { untilLoaded } from '../shell/until-loaded.ts';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { lazyExport } from '../ui/lazy-export.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { restGuardScreen } from '../ui/overlay/rest-guard.ts';
import { loadCompletion, UnkeptNotice } from './AuditControls.tsx';
import { AuditSkeleton } from './audit-parts.tsx';
import { DeskAudit } from './DeskAudit.tsx';
import { JoinNotice } from './JoinAudit.tsx';
import { PhoneAudit } from './PhoneAudit.tsx';
import { AuditSetup } from './setup/AuditSetup.tsx';
import { useAuditSession } from './use-audit-session.ts';

/** With what it needs to ask for a number, which the checklist does not. */
const BlindAudit = lazyExport(() => import('./blind/BlindAudit.tsx'), 'BlindAudit');
const loadEditor = () => import('./EditInAudit.tsx');
const EditInAudit = lazyExport(() => untilLoaded(loadEditor), 'EditInAudit');

/** Loads the dialogs once the list is shown, before there may be no signal. */
function useDialogsLater(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    void whenQuiet()
      .then(() => Promise.all([loadCompletion(), loadEditor()]))
      .catch(() => undefined);
  }, [isShown]);
}

/** Location Audit: the setup, or the session in the address, so that a reload continues it. */
export function AuditPage() {
  const { session } = useSearch({ from: '/audit' });
  const id = Number(session);
  return /^[1-9]\d{0,8}$/.test(session) ? <RunningAudit key={id} id={id} /> : <AuditSetup />;
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
      {work.editing.shown && (
        <Suspense>
          <EditInAudit work={work} />
        </Suspense>
      )}
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
