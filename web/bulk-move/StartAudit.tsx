import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import type { AuditMode, AuditSession } from '../../shared/audit.ts';
import { permissionLabel } from '../../shared/permissions.ts';
import { relativeTime } from '../../shared/time.ts';
import { fullName } from '../../shared/user.ts';
import { useAction } from '../api/action.ts';
import { ModeSwitch } from '../audit/setup/ModeSwitch.tsx';
import { useMay } from '../session.tsx';
import { useLabels } from '../setting/labels.ts';
import { Button } from '../ui/Button.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import type { MoveChoices } from './choices.ts';
import type { MoveAudit } from './use-move-audit.ts';

/** Begins the audit that the move waits for, or goes on with one that somebody has begun (DECISIONS S-57, table d). */
export function StartAudit({ choices, audit }: { choices: MoveChoices; audit: MoveAudit }) {
  const may = useMay();
  const phone = useMedia(PHONE);
  const { label } = useLabels();
  const [mode, setMode] = useState<AuditMode>('manual');
  const [asking, setAsking] = useState(false);
  const start = useAction('startAudit');
  const { replaced } = audit;

  async function begin() {
    const started = await start.run({
      body: { locationId: choices.from?.id ?? 0, keyType: audit.keyType, mode },
    });
    setAsking(false);
    if (started.ok) audit.start(started.reply);
  }

  return (
    <>
      {audit.others.map((session) => (
        <Other key={session.id} session={session} onResume={audit.resume} />
      ))}
      {may(api.startAudit.needs) ? (
        <div className="flex items-center justify-between gap-3 border-t px-4 py-3 phone:flex-col phone:items-stretch">
          <ModeSwitch mode={mode} onChange={setMode} block={phone} />
          <Button
            variant="primary"
            icon={ClipboardCheck}
            block={phone}
            pending={start.pending && !asking}
            onClick={() => (replaced ? setAsking(true) : void begin())}
          >
            Start Audit
          </Button>
        </div>
      ) : (
        <p className="border-t px-4 py-3 text-hint text-muted">
          To start an audit you need the permission {permissionLabel('audit:create')}. Ask an administrator or
          someone who has it.
        </p>
      )}
      {replaced && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Discard your other audit?"
          text={`You have an open audit of ${replaced.keyType ? label('keyTypes', replaced.keyType) : 'all key types'} at ${replaced.location.name}, ${replaced.totalScanned} of ${replaced.totalExpected} checked. Starting this one discards it; no statuses change.`}
          confirmLabel="Start Audit"
          cancelLabel="Keep it"
          pending={start.pending}
          onConfirm={() => void begin()}
        />
      )}
    </>
  );
}

/** Somebody else's audit that would do: who counts, how far they are, and to go on with it for whoever may. */
function Other({ session, onResume }: { session: AuditSession; onResume: (session: AuditSession) => void }) {
  const may = useMay();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t bg-soft/40 px-4 py-3 text-body">
      <p className="min-w-0 flex-1 text-pretty">
        <b className="font-medium">{session.user ? fullName(session.user) : 'Someone'}</b> is auditing this
        location: {session.totalScanned} of {session.totalExpected} checked, started{' '}
        {relativeTime(session.startTime).toLowerCase()}.
      </p>
      {may('audit:edit') && <Button onClick={() => onResume(session)}>Continue audit</Button>}
    </div>
  );
}
