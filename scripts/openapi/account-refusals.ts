import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';

export type Refusals = readonly (readonly [status: number, text: string])[];

export const STALE: Refusals = [[409, REFUSALS.stale]];

const EMAIL_TAKEN: Refusals = [[409, 'A user with this email already exists']];
const RIGHTS: Refusals = [
  [400, 'Unknown location'],
  [403, REFUSALS.forbidden],
];
const LAST: Refusals = [[409, 'At least one active Super Administrator is required']];
const INACTIVE: Refusals = [[409, 'Inactive users cannot sign in. Make this user active first.']];
const LETTERS: Refusals = [[429, REFUSALS.tooManyLetters]];
const WRONG_FACTOR: Refusals = [
  [400, 'Enter a code'],
  [409, 'This server cannot read authenticator apps. Use a recovery code, or ask an administrator.'],
  [400, 'Incorrect code, or it was already used. Codes change every 30 seconds.'],
  [400, 'Incorrect recovery code, or it was already used'],
  [400, 'This passkey was not accepted'],
];
const OWN_PASSWORD: Refusals = [[400, 'The current password is incorrect']];
const LINK: Refusals = [[400, 'This link is invalid or has expired']];
const NO_PASSKEYS: Refusals = [[409, 'Passkeys cannot be used at this address']];
const HALF: Refusals = [[401, 'Your sign-in took too long. Enter your password again.']];
const TOO_LONG: Refusals = [[409, 'Setting up took too long. Try again.']];
const ZONE: Refusals = [[400, 'Unknown time zone']];

/** The part of FEATURE_REFUSALS for the calls about accounts: signing in, users and the company. */
export const ACCOUNT_REFUSALS: Partial<Record<CallName, Refusals>> = {
  getDemoHint: [[404, 'Not found']],
  logIn: [
    [401, 'Invalid email or password'],
    [401, 'Your second factor is needed to sign in'],
  ],
  beginPasskeySignIn: [...HALF, ...NO_PASSKEYS],
  answerSecondFactor: [...HALF, ...WRONG_FACTOR],
  checkLink: LINK,
  resetPassword: LINK,
  changePassword: OWN_PASSWORD,
  confirmIdentity: [[400, 'The password is incorrect'], ...WRONG_FACTOR],
  beginConfirm: NO_PASSKEYS,
  endSession: [[404, 'Session not found']],
  beginApp: [
    [
      409,
      'Authenticator apps cannot be set up: this server has no SECRETS_KEY. Ask its operator to set one.',
    ],
  ],
  addApp: [
    ...OWN_PASSWORD,
    ...WRONG_FACTOR,
    [400, 'Incorrect code. Check that your phone shows the right time.'],
    [409, 'Setting up took too long. Scan the new code.'],
  ],
  removeApp: [
    ...OWN_PASSWORD,
    ...WRONG_FACTOR,
    [409, 'Your company requires a second factor. Add another one before you remove this.'],
  ],
  beginPasskey: [...NO_PASSKEYS, [409, 'You have {n} passkeys. Remove one you no longer use first.']],
  addPasskey: [...TOO_LONG, [400, 'This passkey was not accepted'], [409, 'This passkey is in use already']],
  removePasskey: [
    ...OWN_PASSWORD,
    ...WRONG_FACTOR,
    [409, 'Your company requires a second factor. Add another one before you remove this.'],
  ],
  renewRecoveryCodes: [...OWN_PASSWORD, ...WRONG_FACTOR, [409, 'Set up a second factor first']],
  createUser: [...EMAIL_TAKEN, ...RIGHTS, ...LETTERS],
  updateUser: [
    ...STALE,
    ...EMAIL_TAKEN,
    ...RIGHTS,
    ...LAST,
    [400, 'Current password is required'],
    ...OWN_PASSWORD,
    ...LETTERS,
  ],
  inviteUser: [...STALE, [409, 'Change your own password on your profile'], ...INACTIVE, ...LETTERS],
  confirmToken: [
    [403, 'Only the person who made this token can confirm it. Revoke it and make another.'],
    [403, REFUSALS.factorDue],
  ],
  resetFactors: [
    [409, 'Change your own second factor on your profile'],
    ...INACTIVE,
    [409, 'This user has no second factor'],
  ],
  setUpCompany: [
    [409, 'You already belong to a company'],
    [400, 'This URL identifier needs at least one letter or digit'],
    [409, 'This URL identifier is already taken'],
    [409, 'An account with this email already exists. Please sign in.'],
    ...ZONE,
  ],
  updateCompany: [...STALE, ...ZONE],
  requireSecondFactor: [...STALE, [409, 'Set up a second factor of your own on your profile first']],
  exportAnchors: [[503, 'The anchors cannot be read right now']],
  exportEverything: [[503, "The export can't be signed right now"]],
};
