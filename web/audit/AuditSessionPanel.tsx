import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { count, relativeTime } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { restGuard } from '../ui/overlay/rest-guard.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { AuditProgress, CancelAudit, CompleteAudit, useUnsentText } from './AuditControls.tsx';
import { OutWithHolder } from './AuditInfo.tsx';
import { allScanned } from './audit-text.tsx';
import { EditInAudit } from './EditInAudit.tsx';
import { JoinNotice } from './JoinAudit.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { MembersRow } from './members/WhoIsHere.tsx';
import { AuditScanner } from './scan/AuditScanner.tsx';
import { type AuditWork, useAuditSession } from './use-audit-session.ts';

type Props = {
  id: number;
  onOver: (session: OneAuditSession) => void;
  onProgress?: (progress: { scanned: number; expected: number }) => void;
};

/**
 * An audit in progress inside another screen, with all its controls, dialogs and toasts; the caller keeps no state of it. `id` is an open
 * session (from `startAudit`, or `listAudits` with status in_progress). `onOver` is called once when the session ends: `status` is
 * completed or abandoned. `onProgress` is called when the counts change.
 */
export function AuditSessionPanel({ id, onOver, onProgress }: Props) {
  const work = useAuditSession(id, onOver);
  const phone = useMedia(PHONE);
  const { session, scanned, expected, mode, setMode } = work;
  useEffect(() => {
    if (session) onProgress?.({ scanned, expected });
  }, [session, scanned, expected, onProgress]);
  if (work.error) return <ReadFailed error={work.error} onRetry={work.refresh} />;
  if (!session) return <Skeleton className="h-96 rounded-xl" />;
  if (session.blind)
    return (
      <Notice
        variant="info"
        title="A blind audit of this location is in progress"
        action={
          <Link
            to="/audit"
            search={{ session: String(id) }}
            data-button=""
            className={buttonClass({ size: 'sm' })}
          >
            Continue audit
          </Link>
        }
      >
        It is done on its own screen.
      </Notice>
    );

  return (
    <Panel aria-label="Audit in progress">
      <div className="sticky top-14 z-20 touch:top-16 phone:top-14 border-b bg-panel px-4 py-3">
        <Head work={work} session={session} />
        <Figures work={work} />
      </div>
      <div className="border-b p-3 empty:hidden">
        <JoinNotice work={work} />
        {!(phone && mode === 'nfc') && <MembersRow work={work} />}
      </div>
      {phone && (
        <div className="flex items-center gap-3 border-b px-4 py-2.5">
          <ModeSwitch mode={mode} onChange={setMode} block />
        </div>
      )}
      <div className="phone:p-3">
        {mode === 'manual' ? (
          <AuditChecklist work={work} {...(!phone && { note: <Unseen work={work} /> })} />
        ) : (
          <AuditScanner work={work} right={<ModeSwitch mode={mode} onChange={setMode} />} />
        )}
      </div>
      <OutWithHolder session={session} />
      <EditInAudit work={work} />
    </Panel>
  );
}

function Head({ work, session }: { work: AuditWork; session: OneAuditSession }) {
  const phone = useMedia(PHONE);
  const unsent = useUnsentText(work);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="text-lead font-semibold">Audit in progress</h2>
      <span className={cx('min-w-0 text-hint', unsent ? 'text-amber-800 dark:text-amber-300' : 'text-muted')}>
        {unsent ?? `${session.location.name}, started ${relativeTime(session.startTime).toLowerCase()}`}
      </span>
      {work.mayAct && (
        <span
          ref={restGuard}
          className="ml-auto flex flex-wrap gap-2 phone:ml-0 phone:w-full phone:[&>*]:flex-1"
        >
          {!phone && work.mode === 'manual' && (
            <Button variant="ghost" onClick={() => work.setMode('nfc')}>
              Scan by NFC
            </Button>
          )}
          {session.mayCancel && <CancelAudit work={work} />}
          <CompleteAudit work={work} />
        </span>
      )}
    </div>
  );
}

function Figures({ work }: { work: AuditWork }) {
  const { scanned, expected, percent } = work;
  return (
    <>
      <div className="mt-2 flex items-center gap-3">
        <span className="whitespace-nowrap tabular-nums">
          <b className="text-base font-semibold">{scanned}</b> of {expected} checked
        </span>
        <AuditProgress work={work} />
        <span className="text-muted tabular-nums">{percent}%</span>
      </div>
      {percent === 100 && (
        <p
          role="status"
          className="mt-1.5 flex items-center gap-1.5 font-medium text-emerald-800 dark:text-emerald-300"
        >
          <Check aria-hidden className="size-4" />
          {allScanned(work)}
        </p>
      )}
    </>
  );
}

/** The consequences of completing now. */
function Unseen({ work }: { work: AuditWork }) {
  const left = work.unseen.length;
  if (left === 0) return null;
  return (
    <p className="text-hint text-muted">
      Completing now marks {count(left, 'unchecked key')} as{' '}
      <span className="font-medium text-red-700 dark:text-red-300">Missing</span>
    </p>
  );
}
