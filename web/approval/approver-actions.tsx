import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { TEXT_MAX } from '../../shared/limits.ts';
import { firstNameOf } from '../../shared/user-name.ts';
import { telOf } from '../phone-number.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

// What is offered to a person who waits for a yes: call an approver, add one, or go without.

/** Calls the first approver with a known phone number. */
export function CallButton({ approvers, className }: Pick<Approval, 'approvers'> & { className?: string }) {
  const one = approvers.find(({ phone }) => phone);
  if (!one?.phone) return null;
  return (
    <a
      href={telOf(one.phone)}
      data-button=""
      aria-label={`Call ${one.name}, ${one.phone}`}
      className={cx(buttonClass({ size: 'sm' }), className)}
    >
      <Phone aria-hidden className="size-3.5 phone:size-[18px]" />
      Call {firstNameOf(one.name)}
    </a>
  );
}

/** To the users, where one becomes an approver; for those who may change users. */
export const AddApprover = () => (
  <Link to="/users" data-button="" className={buttonClass({ size: 'sm' })}>
    Add an approver
  </Link>
);

type EmergencyProps = {
  /** The set: "MCR-0145". */
  what: string;
  verb: string;
  open: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
  onClosed?: () => void;
};

/** The reason why keys leave without a second person. Nothing is recorded by it alone. */
export function EmergencyDialog({ what, verb, open, onReason, onClose, onClosed }: EmergencyProps) {
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
