import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import type { AuditSession } from '../../shared/audit.ts';
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

/** Shows why an action was refused; a refused count is reverted. */
export function toastRefusal(error: ApiError, failed: string = ACTION_MESSAGES.tickAudit.failed): void {
  const description = refusalText(error, failed);
  toast({ title: 'Error', description, reference: error.reference, variant: 'destructive' });
}

/** Whether an open audit overlaps one of that type (null: all), so that the second can't start. */
export const overlaps = (open: Pick<AuditSession, 'keyType'>, keyType: string | null): boolean =>
  open.keyType === null || keyType === null || open.keyType === keyType;

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
