import type { AuditSession } from '../../shared/audit.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { fullName } from '../../shared/user-name.ts';
import type { ApiError } from '../api/call.ts';
import { clockTime } from '../format.ts';
import { toast } from '../ui/overlay/toast.ts';

/** The error codes of actions in an audit that has ended. */
const NO_AUDIT = ACTION_MESSAGES.tickAudit.failed;

/** Whether an action was refused because the audit has ended. */
export const isOver = (error: ApiError | null): boolean => error?.body.code === 'audit_over';

/** The message of a refused action; `failed` where the server gives none. */
export const refusalText = (error: ApiError | null, failed: string): string =>
  isOver(error) ? NO_AUDIT : [error?.body.message || failed, error?.body.detail].filter(Boolean).join('\n');

/** The same as a toast of `useAction`. */
export const failureToast =
  (failed: string) =>
  (error: ApiError): { title: string; description: string } => ({
    title: 'Error',
    description: refusalText(error, failed),
  });

/** A refused count is reverted and the reason shown. */
export function toastRefusal(error: ApiError): void {
  const toSay = failureToast(ACTION_MESSAGES.tickAudit.failed)(error);
  toast({ ...toSay, reference: error.reference, variant: 'destructive' });
}

/** Whether an open audit overlaps one of that type (null: all), so that the second can't start. */
export const overlaps = (open: Pick<AuditSession, 'keyType'>, keyType: string | null): boolean =>
  open.keyType === null || keyType === null || open.keyType === keyType;

/** Why no audit can start: who runs the open one, since when, and what to do. */
export function whyNoAudit({ user, startTime }: AuditSession, mayContinue: boolean): string {
  const who = user ? fullName(user) : 'Someone';
  const way = mayContinue
    ? 'Continue their audit, or cancel it first.'
    : 'Wait until they complete or cancel it, or ask an administrator to.';
  return `${who} has been auditing this location since ${clockTime(startTime)}. ${way}`;
}

/** The message of a refused start, with the server's UTC time in the company's zone. */
export const startFailure =
  (failed: string = ACTION_MESSAGES.startAudit.failed) =>
  (error: ApiError): { title: string; description: string } => {
    const { since } = error.body;
    const text = refusalText(error, failed);
    return {
      title: 'Error',
      description: since ? text.replace(/since \d\d:\d\d UTC/, `since ${clockTime(since)}`) : text,
    };
  };
