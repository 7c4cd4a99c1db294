import type { CallName } from '../../shared/api.ts';

/** What each call that asks for a confirmed session is about to do, after "Enter your password to". */
const PURPOSES: Partial<Record<CallName, string>> = {
  endSession: 'sign out another device',
  endOtherSessions: 'sign out your other devices',
  updateCompany: "change your company's email address",
  requireSecondFactor: 'change how your company signs in',
  createUser: 'add a user',
  updateUser: 'change an account',
  inviteUser: 'make a sign-in link',
  resetFactors: "reset a user's second factor",
  deleteLocation: 'delete this location',
  deleteKeyBunch: 'delete this key set',
  undoImport: 'undo this import',
  createToken: 'add an API token',
  confirmToken: 'confirm this API token',
  revokeToken: 'revoke this API token',
  createWebhook: 'add a webhook',
  updateWebhook: 'change this webhook',
  deleteWebhook: 'delete this webhook',
  renewWebhookSecret: "renew this webhook's secret",
};

const SIGN_IN = 'change how you sign in';
const SIGN_IN_CALLS: readonly CallName[] = [
  'beginApp',
  'addApp',
  'removeApp',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'renewRecoveryCodes',
];

/** What a call that was refused until its caller confirms is about to do, such as "export data". */
export function purposeOf(name: CallName): string {
  if (SIGN_IN_CALLS.includes(name)) return SIGN_IN;
  return PURPOSES[name] ?? (name.startsWith('export') ? 'export data' : 'go on');
}
