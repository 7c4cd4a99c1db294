import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import type { AuditSession } from '../../shared/audit.ts';
import type { AuditMode } from '../../shared/audit-words.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { permissionLabel } from '../../shared/permissions.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { ModeSwitch, WithoutNfc } from '../audit/ModeSwitch.tsx';
import { inTheWay, startFailure } from '../audit/refusals.ts';
import { relativeTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import type { MoveChoices } from './move-plan.ts';
import type { MoveAudit } from './use-move-audit.ts';

type Props = { choices: MoveChoices; audit: MoveAudit };
const FAILED = 'Failed to start audit session';

/** Starts the audit the move needs, or continues an open one. */
export function StartAudit({ choices, audit }: Props) {
  const may = useMay();
  return (
    <>
      {audit.others.map((session) => (
        <Other key={session.id} session={session} onResume={audit.resume} />
      ))}
      {may(api.startAudit.needs) ? (
        <Start choices={choices} audit={audit} />
      ) : (
        <p className="border-t px-4 py-3 text-hint text-muted">
          To start an audit you need the permission {permissionLabel('audit:create')}. Ask an administrator or
          someone who has it.
        </p>
      )}
    </>
  );
}

function Start({ choices, audit }: Props) {
  const may = useMay();
  const phone = useMedia(PHONE);
  const [mode, setMode] = useState<AuditMode>('manual');
  const [asking, setAsking] = useState(false);
  const start = useAction('startAudit', {
    messages: { ...ACTION_MESSAGES.startAudit, failed: FAILED },
    failure: startFailure(FAILED),
  });
  const { data: scope } = useRead(
    'getAuditScope',
    { params: { id: choices.from?.id ?? 0 }, query: audit.keyType ? { keyType: audit.keyType } : {} },
    { enabled: mode === 'nfc' && choices.from !== null },
  );
  const { replaced, blocking } = audit;

  async function begin() {
    const started = await start.run({
      body: { locationId: choices.from?.id ?? 0, keyType: audit.keyType, mode },
    });
    setAsking(false);
    if (started.ok) audit.start(started.reply);
  }

  return (
    <div className="grid gap-2 border-t px-4 py-3">
      <div className="flex items-start justify-between gap-3 phone:flex-col phone:items-stretch">
        <ModeSwitch mode={mode} onChange={setMode} block={phone} />
        <Button
          variant="primary"
          icon={ClipboardCheck}
          block={phone}
          pending={start.pending && !asking}
          disabledReason={blocking ? inTheWay(blocking, may('audit:edit')) : undefined}
          onClick={() => (replaced ? setAsking(true) : void begin())}
        >
          Start Audit
        </Button>
      </div>
      {mode === 'nfc' && scope && <WithoutNfc scope={scope} />}
      {replaced && (
        <DiscardQuestion
          replaced={replaced}
          open={asking}
          onOpenChange={setAsking}
          pending={start.pending}
          onConfirm={() => void begin()}
        />
      )}
    </div>
  );
}

function DiscardQuestion({
  replaced,
  ...dialog
}: {
  replaced: AuditSession;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pending: boolean;
  onConfirm: () => void;
}) {
  const { label } = useLabels();
  const { keyType, location, totalScanned, totalExpected } = replaced;
  const what = keyType ? label('keyTypes', keyType) : 'all key types';
  return (
    <ConfirmDialog
      {...dialog}
      title="Discard your other audit?"
      text={`You have an open audit of ${what} at ${location.name}, ${totalScanned} of ${totalExpected} checked. Starting this one discards it; no statuses change.`}
      confirmLabel="Start Audit"
      cancelLabel="Keep it"
    />
  );
}

/** Another user's suitable audit: who, progress, and Continue with permission. */
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
