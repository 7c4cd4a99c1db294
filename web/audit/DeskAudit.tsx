import type { ReactNode } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import type { AuditMode } from '../../shared/audit-words.ts';
import { useLabels } from '../setting/labels.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { CancelAudit } from './CancelAudit.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import { OutWithHolder } from './report/OutWithHolder.tsx';
import { SessionInfo } from './SessionInfo.tsx';
import { AuditScanner } from './scan/AuditScanner.tsx';
import { LocationInfo } from './setup/LocationInfo.tsx';
import { Unsaved } from './Unsaved.tsx';
import type { AuditWork } from './use-audit-session.ts';

export type AuditViewProps = {
  work: AuditWork;
  mode: AuditMode;
  onMode: (mode: AuditMode) => void;
  onOver: (session: OneAuditSession) => void;
  onEdit?: ((id: number) => void) | undefined;
  /** What is to be said before anything else. */
  notice?: ReactNode;
};

/** An audit on a desktop: the work on the left, the count beside it, on a tablet over it, and always in view. */
export function DeskAudit({ work, mode, onMode, onOver, onEdit, notice }: AuditViewProps) {
  const { label } = useLabels();
  const { session } = work;
  if (!session) return null;
  const type = session.keyType ? label('keyTypes', session.keyType) : 'all key types';
  return (
    <>
      {notice}
      <PageHead
        title="Location Audit"
        subtitle={`${session.location.name}, ${type}`}
        right={work.mayAct && <CancelAudit work={work} onOver={onOver} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_328px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-2">
          <Counting work={work} mode={mode} onMode={onMode} onEdit={onEdit} />
        </div>
        <div className="grid gap-4 max-lg:contents lg:sticky lg:top-20">
          {/* On a low screen it would hide the answer to a scan. */}
          <div className="max-lg:top-16 max-lg:z-10 max-lg:order-1 max-lg:tall:sticky">
            <ProgressPanel
              work={work}
              onOver={onOver}
              byHand={mode === 'nfc' ? () => onMode('manual') : undefined}
            />
          </div>
          <div className="grid gap-4 max-lg:order-3 max-lg:grid-cols-2 max-lg:items-start">
            <SessionInfo session={session} mode={mode} />
            <LocationInfo session={session} />
          </div>
        </div>
      </div>
    </>
  );
}

function Counting({ work, mode, onMode, onEdit }: Omit<AuditViewProps, 'onOver' | 'notice'>) {
  const { session } = work;
  if (!session) return null;
  const modes = work.mayAct && <ModeSwitch mode={mode} onChange={onMode} />;
  const unsaved = <Unsaved work={work} className="border-b px-4 py-2.5" />;
  if (mode === 'nfc')
    return (
      <>
        <AuditScanner work={work} onEdit={onEdit} right={modes} above={unsaved} panels />
        {session.out.length > 0 && (
          <Panel>
            <OutWithHolder session={session} apart />
          </Panel>
        )}
      </>
    );
  return (
    <Panel aria-label="Checklist">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-2.5">
        <h2 className="text-lead font-semibold">Tick off what you find</h2>
        {modes}
      </div>
      {unsaved}
      <AuditChecklist work={work} onEdit={onEdit} />
      <OutWithHolder session={session} />
    </Panel>
  );
}
