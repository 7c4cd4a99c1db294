import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { useAction } from '../api/action.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { toast } from '../ui/overlay/toast.ts';
import { CompleteDialog, type CompleteProps } from './CompleteDialog.tsx';
import { failureToast, isOver } from './refusals.ts';
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

/** The button (primary once everything is counted) and its dialog. */
export function CompleteAudit({
  size,
  block,
  ...rest
}: CompleteProps & { size?: 'lg' | undefined; block?: boolean }) {
  const dialog = useDialogState<null>();
  const { percent, unsaved, stuck, refresh } = rest.work;
  return (
    <>
      <Button
        variant={percent === 100 ? 'primary' : 'secondary'}
        icon={Check}
        size={size}
        block={block}
        disabledReason={unsaved > 0 && stuck ? `${count(unsaved, 'change')} not saved yet` : undefined}
        reasonIn="tooltip"
        onClick={() => {
          // The question includes others' latest counts.
          void refresh();
          dialog.show(null);
        }}
      >
        Complete Audit
      </Button>
      {dialog.shown && <CompleteDialog key={dialog.shown.turn} {...dialog.props} {...rest} />}
    </>
  );
}

/** Announces once that a session shown here has ended elsewhere. */
export function useOver(work: AuditWork, onOver: (session: OneAuditSession) => void): void {
  const { session, end } = work;
  const [wasOpen, setWasOpen] = useState(false);
  const status = session?.status;
  if (status === 'in_progress' && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (!wasOpen || !session || session.status === 'in_progress') return;
    setWasOpen(false);
    if (end.current === 'here') return;
    if (end.current === null) announceEnd(session);
    end.current = 'here';
    onOver(session);
  }, [wasOpen, session, end, onOver]);
}

function announceEnd({ status }: OneAuditSession): void {
  const completed = status === 'completed';
  toast({
    title: completed ? 'This audit was completed elsewhere' : 'This audit is over',
    description: completed
      ? 'Someone else completed it, or you did on another device.'
      : 'It was cancelled, or 24 hours have passed since it started. No statuses changed.',
  });
}
