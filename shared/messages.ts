import type { ActionName } from './api.ts';
import { WEBHOOKS_MAX } from './limits.ts';

/** The texts that server and browser share, and those of the actions' toasts. */

type Toast = { title: string; description?: string };
const success = (title: string): Toast => ({ title });
const LOGGED_IN: Toast = { title: 'Success', description: 'Logged in successfully' };

/** The text after an action's success (null: the screen itself shows it) and, without a message from the server, after its failure. */
export const ACTION_MESSAGES: Record<ActionName, { done: Toast | null; failed: string }> = {
  logIn: { done: LOGGED_IN, failed: 'Invalid email or password' },
  logOut: { done: { title: 'Logged out', description: 'You have been successfully logged out' }, failed: '' },
  setUpCompany: { done: null, failed: 'Failed to create company. Please try again.' },
  createLocation: { done: success('Location created successfully'), failed: 'Failed to create location' },
  updateLocation: { done: success('Location updated successfully'), failed: 'Failed to update location' },
  deleteLocation: { done: success('Location deleted successfully'), failed: 'Failed to delete location' },
  createKeyBunch: { done: success('Key bunch created successfully'), failed: 'Failed to create key bunch' },
  updateKeyBunch: { done: success('Key bunch updated successfully'), failed: 'Failed to update key bunch' },
  deleteKeyBunch: { done: success('Key bunch deleted successfully'), failed: 'Failed to delete key bunch' },
  moveKeyBunch: { done: success('Key bunch moved successfully'), failed: 'Failed to move key bunch' },
  issueKeyBunch: { done: success('Keys issued successfully'), failed: 'Failed to issue keys' },
  returnKeyBunch: { done: success('Keys returned successfully'), failed: 'Failed to return keys' },
  issueBatch: { done: null, failed: 'Failed to issue keys' },
  returnBatch: { done: null, failed: 'Failed to return keys' },
  undoBatch: { done: { title: 'Undone' }, failed: 'Failed to undo' },
  undoCustody: { done: { title: 'Undone' }, failed: 'Failed to undo' },
  handOver: { done: success('Keys handed over successfully'), failed: 'Failed to hand over keys' },
  askHandover: { done: null, failed: 'Failed to hand over keys' },
  acceptHandover: { done: null, failed: 'Failed to hand over keys' },
  refuseHandover: { done: null, failed: 'Failed to hand over keys' },
  withdrawHandover: { done: null, failed: 'Failed to hand over keys' },
  sendOutbox: { done: null, failed: '' },
  settleOutbox: { done: null, failed: 'Failed to record the answer' },
  registerDevice: { done: null, failed: '' },
  forgetDevice: { done: success('Device forgotten'), failed: 'Failed to forget the device' },
  changeDue: { done: success('Due time changed'), failed: 'Failed to change the due time' },
  settleShort: { done: success('Key bunch updated successfully'), failed: 'Failed to update key bunch' },
  createHolder: { done: success('Person added'), failed: 'Failed to add the person' },
  updateHolder: { done: success('Person updated'), failed: 'Failed to update the person' },
  mailReceipt: { done: null, failed: 'Failed to email the receipt' },
  saveReminderWish: { done: success('Reminders saved'), failed: 'Failed to save your reminders' },
  stopReminders: { done: null, failed: 'This link is invalid or was used already' },
  createPremises: { done: success('Premises added'), failed: 'Failed to add the premises' },
  updatePremises: { done: success('Premises updated'), failed: 'Failed to update the premises' },
  checkImport: { done: null, failed: 'Failed to check the rows' },
  runImport: { done: null, failed: 'Failed to import' },
  importRegister: { done: null, failed: 'Failed to import' },
  undoImport: { done: { title: 'Import undone' }, failed: 'Failed to undo the import' },
  makeLabels: { done: null, failed: 'Failed to make the labels' },
  makeBlankCodes: { done: null, failed: 'Failed to make the codes' },
  linkLabel: { done: { title: 'Label linked' }, failed: 'Failed to link the label' },
  renewLabel: { done: { title: 'The label has a new code' }, failed: 'Failed to renew the code' },
  reportFound: { done: null, failed: 'Failed to send the message' },
  closeFoundNotice: { done: { title: 'Dealt with' }, failed: 'Failed to close the notice' },
  bulkMove: { done: null, failed: 'Failed to move keys' },
  linkNfc: { done: { title: 'NFC Tag Linked' }, failed: 'Failed to Link NFC Tag' },
  unlinkNfc: { done: { title: 'NFC Tag Unlinked' }, failed: 'Failed to Unlink NFC Tag' },
  startAudit: { done: { title: 'Audit Started' }, failed: 'Failed to start audit' },
  scanAudit: { done: null, failed: 'Key bunch not found for this NFC tag' },
  tickAudit: { done: null, failed: 'No active audit session found' },
  readAudit: { done: null, failed: 'Failed to record the reading' },
  completeAudit: { done: { title: 'Audit Completed' }, failed: 'Failed to complete audit' },
  cancelAudit: { done: { title: 'Audit cancelled' }, failed: 'Failed to cancel audit' },
  joinAudit: { done: null, failed: 'Failed to join the audit' },
  leaveAudit: { done: { title: 'You left the audit' }, failed: 'Failed to leave the audit' },
  splitAudit: { done: { title: 'Split saved' }, failed: 'Failed to save the split' },
  undoAudit: { done: { title: 'Completion undone' }, failed: 'Failed to undo the completion' },
  createSetting: { done: { title: 'Setting added' }, failed: 'Failed to add setting' },
  updateSetting: { done: { title: 'Setting updated' }, failed: 'Failed to update setting' },
  deleteSetting: { done: { title: 'Setting deleted' }, failed: 'Failed to delete setting' },
  updateCompany: { done: { title: 'Company updated' }, failed: 'Failed to update company' },
  dismissFirstSteps: { done: null, failed: 'Failed to dismiss' },
  verifyHistory: { done: null, failed: 'Failed to verify history' },
  anchorHistory: { done: null, failed: 'Failed to anchor the history' },
  createToken: { done: null, failed: 'Failed to make the API token' },
  confirmToken: { done: { title: 'API token confirmed' }, failed: 'Failed to confirm the API token' },
  revokeToken: { done: { title: 'API token revoked' }, failed: 'Failed to revoke the API token' },
  createWebhook: { done: null, failed: 'Failed to add the webhook' },
  updateWebhook: { done: { title: 'Webhook updated' }, failed: 'Failed to update the webhook' },
  deleteWebhook: { done: { title: 'Webhook deleted' }, failed: 'Failed to delete the webhook' },
  renewWebhookSecret: { done: null, failed: 'Failed to renew the secret' },
  testWebhook: { done: { title: 'Test sent' }, failed: 'Failed to send the test' },
  replayDelivery: { done: { title: 'Sent again' }, failed: 'Failed to send it again' },
  leaveOutDelivery: { done: { title: 'Event skipped' }, failed: 'Failed to skip the event' },
  confirmIdentity: { done: null, failed: 'Failed to confirm' },
  endSession: { done: { title: 'Signed out there' }, failed: 'Failed to sign out' },
  endOtherSessions: { done: { title: 'Signed out everywhere else' }, failed: 'Failed to sign out' },
  forgotPassword: { done: null, failed: 'Failed to send reset email' },
  checkLink: { done: null, failed: 'This link is invalid or has expired' },
  resetPassword: { done: null, failed: 'This link is invalid or has expired' },
  changePassword: { done: success('Password changed'), failed: 'Failed to change password' },
  createUser: { done: success('User created successfully'), failed: 'Failed to create user' },
  updateUser: { done: success('User updated successfully'), failed: 'Failed to update user' },
  beginPasskeySignIn: { done: null, failed: 'This passkey was not accepted' },
  answerSecondFactor: { done: LOGGED_IN, failed: 'Incorrect code' },
  beginApp: { done: null, failed: 'Failed to set up the authenticator app' },
  addApp: { done: { title: 'Authenticator app added' }, failed: 'Failed to set up the authenticator app' },
  removeApp: {
    done: { title: 'Authenticator app removed' },
    failed: 'Failed to remove the authenticator app',
  },
  beginPasskey: { done: null, failed: 'Failed to add the passkey' },
  addPasskey: { done: { title: 'Passkey added' }, failed: 'Failed to add the passkey' },
  removePasskey: { done: { title: 'Passkey removed' }, failed: 'Failed to remove the passkey' },
  renewRecoveryCodes: { done: null, failed: 'Failed to make recovery codes' },
  beginConfirm: { done: null, failed: 'This passkey was not accepted' },
  resetFactors: { done: { title: 'Second factor reset' }, failed: 'Failed to reset the second factor' },
  requireSecondFactor: {
    done: { title: 'Second factor updated' },
    failed: 'Failed to update the second factor',
  },
  inviteUser: { done: null, failed: 'Failed to create a new link' },
};

export const KEY_DETAILS_MESSAGES = {
  done: success('Key details updated successfully'),
  failed: 'Failed to update key details',
};

/** The text of the action on oneself. */
export const PROFILE_MESSAGES = { done: success('Profile updated'), failed: 'Failed to update profile' };

export const PHOTO_MESSAGES = {
  done: success('Photo updated successfully'),
  failed: 'Failed to update photo',
};
export const PHOTO_REMOVED_MESSAGES = {
  done: success('Photo removed successfully'),
  failed: 'Failed to update photo',
};

/** Shown when a read fails. */
export const READ_FAILED = 'Failed to fetch';
/** Shown instead when the device knows that it is offline. */
export const NO_SIGNAL = 'No signal';

/** Apart from REFUSALS: a screen says it too, and would load all of them. */
export const AUDIT_REQUIRED =
  'A completed audit is required before bulk moving keys. Please complete an audit for this location first.';

/** The refusals of the pipeline, and those that the browser shows as well; the features' own are beside their rules. */
export const REFUSALS = {
  unauthorized: 'Unauthorized',
  noCompany: 'Company setup required',
  forbidden: "You don't have permission to do this. Ask an administrator.",
  factorDue: 'Your company requires a second factor. Set one up to go on.',
  confirm: "Confirm that it's you first",
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
