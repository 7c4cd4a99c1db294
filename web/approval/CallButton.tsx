import { Phone } from 'lucide-react';
import type { Approval } from '../../shared/approval.ts';
import { telOf } from '../phone-number.ts';
import { buttonClass } from '../ui/button-class.ts';
import { cx } from '../ui/cx.ts';
import { firstName } from './approval-text.ts';

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
      Call {firstName(one.name)}
    </a>
  );
}
