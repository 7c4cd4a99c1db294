import { useState } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { useAction } from '../api/action.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { failureToast, isOver } from './over.ts';
import type { AuditWork } from './use-audit-session.ts';

type Props = { work: AuditWork; onOver: (session: OneAuditSession) => void };

/** Ends an audit without a result, after a question; no status changes. */
export function CancelAudit({ work, onOver }: Props) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Cancel audit</Button>
      <CancelQuestion work={work} onOver={onOver} open={confirming} onOpenChange={setConfirming} />
    </>
  );
}

/** The question alone, for a menu. */
export function CancelQuestion({
  work,
  onOver,
  open,
  onOpenChange,
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const cancel = useAction('cancelAudit', { failure: failureToast(ACTION_MESSAGES.cancelAudit.failed) });
  const { id, scanned, end } = work;

  async function confirm() {
    end.current = 'here';
    const over = await cancel.run({ params: { id }, body: {} });
    onOpenChange(false);
    if (over.ok) onOver(over.reply);
    else end.current = isOver(over.error) ? 'refused' : null;
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this audit?"
      text={
        scanned === 0
          ? 'Nothing has been checked yet. No statuses change.'
          : `${count(scanned, 'set')} checked so far will be discarded. No statuses change, and this doesn't count as an audit of the location.`
      }
      confirmLabel="Cancel audit"
      cancelLabel="Keep auditing"
      danger
      pending={cancel.pending}
      onConfirm={confirm}
    />
  );
}
