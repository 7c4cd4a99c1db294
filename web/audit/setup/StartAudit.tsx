import { useNavigate } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { startFailure } from '../in-the-way.ts';
import type { AuditSetupState } from './use-audit-setup.ts';

/** Starts the audit that was chosen; asks first when that abandons one's own open audit of the location. */
export function StartAudit({ setup, block }: { setup: AuditSetupState; block: boolean }) {
  const navigate = useNavigate();
  const start = useAction('startAudit', { failure: startFailure() });
  const [asking, setAsking] = useState(false);
  const { locationId, keyType, mode, own, scope, reason } = setup;

  async function run() {
    if (locationId === null) return;
    const started = await start.run({ body: { locationId, keyType: keyType || null, mode } });
    setAsking(false);
    if (started.ok) void navigate({ to: '/audit', search: { session: String(started.reply.id) } });
  }

  return (
    <>
      <Button
        variant="primary"
        size="lg"
        icon={ClipboardCheck}
        block={block}
        pending={start.pending}
        disabledReason={reason}
        disabled={!reason && !scope}
        onClick={() => (own ? setAsking(true) : void run())}
      >
        Start Audit
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your open audit?"
        text={
          own &&
          `Your audit of ${own.location.name} is still open, ${own.totalScanned} of ${own.totalExpected} checked. Starting a new one discards it; no statuses change.`
        }
        confirmLabel="Discard and start"
        cancelLabel="Keep it"
        danger
        pending={start.pending}
        onConfirm={run}
      />
    </>
  );
}
