import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AuditMode, OneAuditSession } from '../../shared/audit.ts';
import { relativeTime } from '../../shared/time.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { toast } from '../ui/overlay/toast.ts';
import { Panel } from '../ui/Panel.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { CancelAudit } from './CancelAudit.tsx';
import { CompleteAudit } from './CompleteAudit.tsx';
import { EditInAudit, useAuditEdit } from './EditInAudit.tsx';
import { OutWithHolder } from './report/OutWithHolder.tsx';
import { AuditScanner } from './scan/AuditScanner.tsx';
import { ModeSwitch } from './setup/ModeSwitch.tsx';
import { Unsaved } from './Unsaved.tsx';
import { type AuditWork, useAuditSession } from './use-audit-session.ts';

/**
 * An audit in progress inside another screen, whole: count and bar (sticky, under the header), Complete Audit and Cancel audit with their
 * questions, the checklist or the scanner and the switch between them, Edit of each set, who has what is out. It reads the open session
 * `id` (from `startAudit`, or from `listAudits` with status in_progress, to continue one), saves every tick and scan as it happens, and
 * shows its own toasts; the caller needs no state of the audit. Rows fill the width of their column.
 *
 * `onOver` is called once when the session has ended, with what came out of it: `status` is completed or abandoned, `endTime` and
 * `missing` tell the rest. Ended elsewhere (completed on another device, 24 hours over), a toast has said so. All reads are refreshed.
 *
 * `onProgress` hears the figures whenever they change: "5 keys are not checked yet" beside it.
 */
export function AuditSessionPanel({
  id,
  onOver,
  onProgress,
}: {
  id: number;
  onOver: (session: OneAuditSession) => void;
  onProgress?: (progress: { scanned: number; expected: number }) => void;
}) {
  const work = useAuditSession(id);
  const [chosen, setMode] = useState<AuditMode | null>(null);
  const edit = useAuditEdit();
  const phone = useMedia(PHONE);
  const { session, scanned, expected } = work;
  useOver(work, onOver);
  useEffect(() => {
    if (session) onProgress?.({ scanned, expected });
  }, [session, scanned, expected, onProgress]);
  if (work.error) return <ReadFailed onRetry={work.refresh} />;
  if (!session) return <Skeleton className="h-96 rounded-xl" />;
  const mode = chosen ?? session.mode;

  return (
    <Panel aria-label="Audit in progress">
      <div className="sticky top-14 z-20 touch:top-16 phone:top-14 border-b bg-panel px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="text-lead font-semibold">Audit in progress</h2>
          <span className="min-w-0 text-hint text-muted">
            {session.location.name}, started {relativeTime(session.startTime).toLowerCase()}
          </span>
          {work.mayAct && (
            <span className="ml-auto flex gap-2 phone:ml-0 phone:w-full phone:[&>*]:flex-1">
              <CancelAudit work={work} onOver={onOver} />
              <CompleteAudit work={work} onOver={onOver} />
            </span>
          )}
        </div>
        <div className="mt-2 flex items-center gap-3">
          <span className="whitespace-nowrap tabular-nums">
            <b className="text-base font-semibold">{scanned}</b> of {expected} checked
          </span>
          <ProgressBar
            value={scanned}
            max={expected}
            label="Audit progress"
            valueText={`${scanned} of ${expected}`}
          />
          <span className="text-muted tabular-nums">{work.percent}%</span>
        </div>
        {work.percent === 100 && (
          <p
            role="status"
            className="mt-1.5 flex items-center gap-1.5 font-medium text-emerald-800 dark:text-emerald-300"
          >
            <Check aria-hidden className="size-4" />
            All expected keys scanned!
          </p>
        )}
      </div>
      <Unsaved work={work} className="border-b px-4 py-2.5" />
      {(mode === 'manual' || phone) && (
        <div className="flex items-center gap-3 border-b px-4 py-2.5">
          <ModeSwitch mode={mode} onChange={setMode} block={phone} />
        </div>
      )}
      <div className="phone:p-3">
        {mode === 'manual' ? (
          <AuditChecklist work={work} onEdit={edit.open} />
        ) : (
          <AuditScanner
            work={work}
            onEdit={edit.open}
            right={<ModeSwitch mode={mode} onChange={setMode} />}
          />
        )}
      </div>
      <OutWithHolder session={session} />
      <EditInAudit work={work} edit={edit} />
    </Panel>
  );
}

/** Tells once that a session ended while it was open here: on another device, by somebody else, or by its age. */
export function useOver(work: AuditWork, onOver: (session: OneAuditSession) => void): void {
  const { session } = work;
  const [wasOpen, setWasOpen] = useState(false);
  const status = session?.status;
  if (status === 'in_progress' && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (!wasOpen || !session || session.status === 'in_progress') return;
    setWasOpen(false);
    if (work.ended.current) return;
    work.ended.current = true;
    toast({
      title: session.status === 'completed' ? 'This audit was completed elsewhere' : 'This audit is over',
      description:
        session.status === 'completed'
          ? 'Someone else completed it, or you did on another device.'
          : 'It was cancelled, or 24 hours have passed since it started. No statuses changed.',
    });
    onOver(session);
  }, [wasOpen, session, work, onOver]);
}
