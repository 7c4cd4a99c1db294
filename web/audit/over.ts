import { ACTION_MESSAGES } from '../../shared/messages.ts';
import type { ApiError } from '../api/call.ts';

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
