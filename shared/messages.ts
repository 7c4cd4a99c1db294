import { AUDIT_REQUIRED } from './audit-words.ts';
import { WEBHOOKS_MAX } from './limits.ts';

/** The texts that server and browser share; those of the actions are in action-messages.ts. */

/** The texts of an action: after its success (null: the screen itself shows it) and, without a message from the server, after its failure. */
export type ActionMessages = { done: { title: string; description?: string } | null; failed: string };

export const SIGN_IN_MESSAGES = {
  done: { title: 'Success', description: 'Logged in successfully' },
  failed: 'Invalid email or password',
};
export const SIGN_OUT_MESSAGES = {
  done: { title: 'Logged out', description: 'You have been successfully logged out' },
  failed: '',
};

/** Shown when a read fails. */
export const READ_FAILED = 'Failed to fetch';
/** Shown instead when the device knows that it is offline. */
export const NO_SIGNAL = 'No signal';

/** The refusals of the pipeline, and those that the browser shows as well; the features' own are beside their rules. */
export const REFUSALS = {
  unauthorized: 'Unauthorized',
  noCompany: 'Company setup required',
  forbidden: "You don't have permission to do this. Ask an administrator.",
  factorDue: 'Your company requires a second factor. Set one up to go on.',
  confirm: "Confirm that it's you first",
  kioskEnded: 'This tablet is not a kiosk any more',
  onKiosk: 'This tablet is a kiosk. Leave the kiosk to sign in here.',
  tokenMayNot: 'API tokens may not make this call',
  cookieAndToken: 'Send a session cookie or an API token, not both',
  webhooksMax: `A company has up to ${WEBHOOKS_MAX} webhooks. Delete one that you no longer need.`,
  notHeldUp: 'Only an undelivered event that holds up others can be skipped',
  tooManyCalls: 'This API token makes too many calls. Please try again later.',
  foreignOrigin: 'This request came from another site and was refused',
  notJson: 'Send the body as application/json',
  encoded: 'Send the body without Content-Encoding',
  badJson: 'The body is not valid JSON',
  badBody: 'Please check the highlighted fields',
  tooLarge: 'The request is too large',
  noSuchCall: 'There is no such call',
  badKey: 'Idempotency-Key must be a UUID',
  keyReused: 'This Idempotency-Key was used for another request',
  answerWithdrawn: 'This was done already. Your access has changed since, so the answer is not shown again.',
  stale: 'Somebody else changed this. Look again.',
  auditChanged: 'Somebody else changed this audit. Look again.',
  nothingChecked: 'Nothing has been checked yet. Say that every set is missing, or check them first.',
  typeMissing: 'Type how many will be Missing',
  typeRead: 'Type how many were read',
  auditRequired: AUDIT_REQUIRED,
  busy: 'The server is busy. Please try again in a moment.',
  fault: 'Something went wrong on our side. Nothing was changed.',
  tooMany: 'Too many attempts. Please try again later.',
  tooManyStreams: 'Keyhold is open in too many windows at once.',
  tooManyLetters: 'Too many invitations or changed emails within an hour. Please try again later.',
} as const;

/** The `code` of the refusal that asks to confirm one's identity and to repeat the call. */
export const CONFIRM_CODE = 'confirm';

/** The noun for a missing, foreign or invisible record, by the first segment of its path. */
export const NOT_FOUND: Record<string, string> = {
  companies: 'Company not found',
  locations: 'Location not found',
  kiosks: 'Kiosk not found',
  approvals: 'Approval not found',
  'approval-notices': 'Device not found',
  'key-bunches': 'Key set not found',
  'movement-history': 'Movement not found',
  'audit-logs': 'Key set not found',
  users: 'User not found',
  audit: 'Audit session not found',
  settings: 'Setting not found',
  holders: 'Person not found',
  premises: 'Premises not found',
  receipts: 'Receipt not found',
  tokens: 'API token not found',
  webhooks: 'Webhook not found',
  'webhook-deliveries': 'Delivery not found',
  imports: 'Import not found',
  auth: 'Session not found',
};
