import type { AuditMode, OneAuditSession } from '../../shared/audit.ts';
import { useLabels } from '../setting/labels.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { CancelAudit } from './CancelAudit.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import { OutWithHolder } from './report/OutWithHolder.tsx';
import { SessionInfo } from './SessionInfo.tsx';
import { AuditScanner } from './scan/AuditScanner.tsx';
import { LocationInfo } from './setup/LocationInfo.tsx';
import { ModeSwitch } from './setup/ModeSwitch.tsx';
import { Unsaved } from './Unsaved.tsx';
import type { AuditWork } from './use-audit-session.ts';

export type AuditViewProps = {
  work: AuditWork;
  mode: AuditMode;
  onMode: (mode: AuditMode) => void;
  onOver: (session: OneAuditSession) => void;
  onEdit?: ((id: number) => void) | undefined;
};

/** An audit on a desk: the work on the left, the count beside it, on a tablet over it, and always in view. */
export function DeskAudit({ work, mode, onMode, onOver, onEdit }: AuditViewProps) {
  const { label } = useLabels();
  const { session } = work;
  if (!session) return null;
  const modes = <ModeSwitch mode={mode} onChange={onMode} />;
  const type = session.keyType ? label('keyTypes', session.keyType) : 'all key types';
  return (
    <>
      <PageHead
        title="Location Audit"
        subtitle={`${session.location.name}, ${type}`}
        right={work.mayAct && <CancelAudit work={work} onOver={onOver} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_328px]">
        <Panel aria-label={mode === 'nfc' ? 'NFC scanner' : 'Checklist'} className="max-lg:order-2">
          {mode === 'manual' && (
            <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-2.5">
              <h2 className="text-lead font-semibold">Tick off what you find</h2>
              {modes}
            </div>
          )}
          <Unsaved work={work} className="border-b px-4 py-2.5" />
          {mode === 'nfc' ? (
            <AuditScanner work={work} onEdit={onEdit} right={modes} />
          ) : (
            <AuditChecklist work={work} onEdit={onEdit} />
          )}
          <OutWithHolder session={session} />
        </Panel>
        <div className="grid gap-4 max-lg:contents lg:sticky lg:top-20">
          <div className="max-lg:sticky max-lg:top-16 max-lg:z-10 max-lg:order-1">
            <ProgressPanel work={work} onOver={onOver} />
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
