import { useState } from 'react';
import { TEXT_MAX } from '../../shared/limits.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

type Props = {
  /** The set: "MCR-0145". */
  what: string;
  verb: string;
  open: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
  onClosed?: () => void;
};

/** The reason why keys leave without a second person. Nothing is recorded by it alone. */
export function EmergencyDialog({ what, verb, open, onReason, onClose, onClosed }: Props) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  function submit() {
    if (reason.trim() === '') return setMissing(true);
    onReason(reason.trim());
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`${verb} ${what} without a second person?`}
      description="Only in an emergency. All approvers of its location are notified immediately, and the history shows your reason."
      onSubmit={submit}
      foot={
        <Button type="submit" variant="destructive">
          Go without
        </Button>
      }
    >
      <Field
        label="Reason"
        required
        error={isMissing && reason.trim() === '' ? 'Reason is required' : undefined}
      >
        <Textarea
          value={reason}
          maxLength={TEXT_MAX}
          data-autofocus=""
          placeholder="Such as water coming through the ceiling on floor 4"
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
