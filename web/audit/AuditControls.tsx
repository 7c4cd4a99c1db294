import { Check } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import { useAction } from '../api/action.ts';
import { untilLoaded, useOfflineSince } from '../api/connection.ts';
import { clockTime, count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { ProgressBar } from '../ui/Progress.tsx';
import type { AuditWork } from './use-audit-session.ts';

/** Loads what asks before an audit is completed. */
export const loadCompletion = () => import('./CompleteDialog.tsx');
const CompleteDialog = lazyDialog(() => untilLoaded(loadCompletion), 'CompleteDialog');

type Props = { work: AuditWork };

type ProgressProps = Props &
  Pick<ComponentProps<typeof ProgressBar>, 'tint' | 'className'> & { more?: string };

/** Scanned of expected as a bar; `more` follows its words. */
export const AuditProgress = ({ work: { scanned, expected }, more = '', ...rest }: ProgressProps) => (
  <ProgressBar
    value={scanned}
    max={expected}
    label="Audit progress"
    valueText={`${scanned} of ${expected}${more}`}
    {...rest}
  />
);

/** Why an audit can't be completed while the device is offline. */
export const NEEDS_SIGNAL = "Completing needs signal. Your counts don't.";

/** What waits on this device and since when it is offline; null while saving works. */
export function useUnsentText({
  unsaved,
  stuck,
  unkept,
}: Pick<AuditWork, 'unsaved' | 'stuck' | 'unkept'>): string | null {
  const since = useOfflineSince();
  if (unkept && unsaved > 0) return `${unsaved} to send, not kept`;
  if (since > 0) {
    const offline = `offline since ${clockTime(new Date(since))}`;
    return unsaved > 0 ? `${unsaved} to send · ${offline}` : `Offline${offline.slice('offline'.length)}`;
  }
  return unsaved > 0 && stuck ? `${unsaved} to send, kept on this device` : null;
}

/** Said while this device refuses to store counts: without signal they last as long as the page. */
export const UnkeptNotice = ({ work: { unkept, unsaved } }: Props) =>
  unkept &&
  unsaved > 0 && (
    <Notice variant="error" className="mb-4" title="Not kept: leave Keyhold open until there is signal">
      This device is full, or the browser refuses to store anything, as in a private window. Your counts are
      sent as soon as there is signal, but a reload loses them.
    </Notice>
  );

/** Ends an audit without a result, after a question; no status changes. */
export function CancelAudit({ work }: Props) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Cancel audit</Button>
      <CancelQuestion work={work} open={confirming} onOpenChange={setConfirming} />
    </>
  );
}

type QuestionProps = Props & { open: boolean; onOpenChange: (open: boolean) => void };

/** The question alone, for a menu. */
export function CancelQuestion({ work, open, onOpenChange }: QuestionProps) {
  const cancel = useAction('cancelAudit', { quiet: true });
  const { id, scanned, finish, onOver } = work;

  async function confirm() {
    const over = await finish(
      () => cancel.run({ params: { id }, body: {} }),
      ACTION_MESSAGES.cancelAudit.failed,
    );
    onOpenChange(false);
    if (over.ok) onOver(over.reply);
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
  work,
  ...rest
}: Props & Pick<ComponentProps<typeof Button>, 'size' | 'block'>) {
  const dialog = useDialogState<null>();
  const { percent, unsaved, stuck, refresh } = work;
  const offline = useOfflineSince() > 0;
  return (
    <>
      <Button
        variant={percent === 100 ? 'primary' : 'secondary'}
        icon={Check}
        {...rest}
        disabledReason={
          offline
            ? NEEDS_SIGNAL
            : unsaved > 0 && stuck
              ? `${count(unsaved, 'change')} not saved yet`
              : undefined
        }
        reasonIn="tooltip"
        onClick={() => {
          // The question includes others' latest counts.
          void refresh();
          dialog.show(null);
        }}
      >
        Complete Audit
      </Button>
      {dialog.shown && <CompleteDialog key={dialog.shown.turn} {...dialog.props} work={work} />}
    </>
  );
}
