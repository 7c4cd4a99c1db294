import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';

type Refusals = readonly (readonly [status: number, text: string])[];

const NOT_OUT: Refusals = [[409, 'Keys are not currently issued']];
const RECIPIENT: Refusals = [
  [404, 'Person not found'],
  [409, 'This person is called {name}'],
  [409, '{Person} may not take keys'],
  [409, '{Person} may not take keys after {day}'],
  [409, '{Person} holds {n sets} already, the most allowed'],
  [409, '{Person} can hold {n sets} at most'],
];
const DUE: Refusals = [[400, 'Due back must be in the future']];
const STATUS: Refusals = [
  [409, 'Use issue to issue keys'],
  [409, 'Return the keys instead'],
  [409, 'Return the keys first'],
  [400, 'Current tag is required'],
  [400, 'Unknown status'],
];
const NFC: Refusals = [
  [400, 'NFC serial is required'],
  [409, 'This NFC tag is already linked'],
  [409, 'This NFC tag is already linked to key bunch {identifier}'],
];
const COUNTED: Refusals = [[400, '{identifier} has {n} keys']];
const UNDO: Refusals = [[409, 'This can no longer be undone']];
const BATCH: Refusals = [
  [400, 'Each key set can be named only once'],
  [409, '{n key sets} could not be part of this. Nothing was recorded.'],
];
const ANSWER: Refusals = [...BATCH, [404, 'Hand-over not found'], [403, REFUSALS.forbidden]];
const AUDIT: Refusals = [
  [409, 'Audit session is not in progress'],
  [400, 'This key set is not expected in this audit'],
];
const BLIND: Refusals[number] = [409, 'This audit is blind. Record what hangs on each hook.'];
const STALE: Refusals = [[409, REFUSALS.stale]];
const TO_MOVE: Refusals = [
  [404, 'Location not found'],
  [400, 'The set is already at this location'],
  [400, 'Unknown type'],
  [403, REFUSALS.auditRequired],
  ...STALE,
];

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
const ACCOUNT_REFUSALS: Partial<Record<CallName, Refusals>> = {
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
  inviteUser: [[409, 'Change your own password on your profile'], ...INACTIVE, ...LETTERS],
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
  requireSecondFactor: [[409, 'Set up a second factor of your own on your profile first']],
  exportAnchors: [[503, 'The anchors cannot be read right now']],
  exportEverything: [[503, 'The export can’t be signed right now']],
};

/**
 * The refusals of the features, in addition to those of the pipeline: the texts as the rules give them, with variable parts in braces.
 * Texts about a single field also stand in `errors`. openapi.test.ts fails for a text that no rule contains any more.
 */
export const FEATURE_REFUSALS: Partial<Record<CallName, Refusals>> = {
  importRegister: [
    [400, 'This is no export of Keyhold, or it was damaged.'],
    [400, 'This export is not as its server signed it.'],
    [400, 'This export is of an older Keyhold.'],
    [400, 'The register of this export cannot be read.'],
    [409, 'A whole register can only come into an empty company.'],
    [409, 'Another import is under way. Wait until it is done.'],
    [413, 'The files of this export are too large to be read at once.'],
    [413, 'This export has more than {n} key sets.'],
    [413, 'This export has more than {n} entries of history.'],
  ],
  getFormerHistory: [
    [400, 'Unknown cursor'],
    [404, 'Key set not found'],
  ],
  issueKeyBunch: [[409, 'Keys are already issued'], ...RECIPIENT, ...DUE],
  returnKeyBunch: [...NOT_OUT, ...COUNTED],
  handOver: [...NOT_OUT, [409, '{Person} has these keys already'], ...RECIPIENT, ...DUE],
  askHandover: [...BATCH, ...RECIPIENT, ...DUE, [409, "{Person} can't say yes to this"]],
  acceptHandover: [...ANSWER, ...RECIPIENT.slice(2)],
  refuseHandover: ANSWER,
  sendOutbox: [...DUE, [404, 'Device not found'], [410, 'This device was forgotten']],
  getOutboxQuestion: [[404, 'Question not found']],
  settleOutbox: [
    [404, 'Question not found'],
    [404, 'Key set not found'],
    [409, '{Person} answered this already'],
    [409, 'The person is not in the register'],
  ],
  registerDevice: [
    [
      409,
      'Entries cannot be kept on this device: this server has no SECRETS_KEY. Ask its operator to set one.',
    ],
    [
      409,
      'The key of this device was made under another SECRETS_KEY. Ask the operator to put that back, or forget the device in your profile.',
    ],
    [410, 'This device was forgotten'],
  ],
  forgetDevice: [[404, 'Device not found']],
  withdrawHandover: ANSWER,
  changeDue: [...NOT_OUT, ...DUE],
  undoCustody: UNDO,
  undoBatch: [[404, 'Receipt not found'], ...UNDO],
  issueBatch: [...BATCH, ...RECIPIENT, ...DUE],
  returnBatch: [...BATCH, ...COUNTED, [404, 'Location not found']],
  settleShort: [
    [409, 'These keys are complete'],
    [409, 'A set has at least one key'],
  ],
  moveKeyBunch: TO_MOVE,
  bulkMove: [
    [403, REFUSALS.auditRequired],
    [409, '{Location} {has changed}. Nothing was moved. Check the move and try again.'],
  ],
  createKeyBunch: [
    [400, 'Use issue to issue keys'],
    [400, 'Unknown status'],
    [400, 'Unknown type'],
    [404, 'Location not found'],
    [404, 'Premises not found'],
    [403, 'Your {plan} plan allows up to {n keys}. Upgrade your plan to add more.'],
    ...NFC.slice(1),
  ],
  updateKeyBunch: [
    ...STALE,
    ...STATUS,
    [409, 'Tag is broken while keys are issued'],
    [404, 'Location not found'],
    [404, 'Premises not found'],
    ...NFC.slice(1),
  ],
  deleteKeyBunch: [[409, 'Keys are currently issued. Return them or mark them missing before deleting.']],
  linkNfc: [...NFC, [409, 'Unlink the current NFC tag first']],
  getPhoto: [[404, 'Photo not found']],
  createLocation: [
    [403, 'Only people with access to all locations can add one. Ask an administrator.'],
    [400, 'Unknown status'],
    [400, 'Unknown type'],
  ],
  updateLocation: [...STALE, [400, 'Unknown status'], [400, 'Unknown type']],
  deleteLocation: [[409, 'This location has {n} key {bunches}. Move or remove them first.']],
  deleteSetting: [[409, 'This setting is in use by {n} {records}']],
  startAudit: [
    [404, 'Location not found'],
    [400, 'No keys to audit at this location'],
    [400, 'No keys to audit on these hooks'],
    [400, 'No set at this location has a hook'],
    [409, '{Person} has been auditing {location} since {time}'],
    [409, 'Other people take part in your audit of {location}'],
  ],
  scanAudit: [
    ...AUDIT.slice(0, 1),
    [400, 'NFC serial is required'],
    [409, '{identifier} has already been scanned in this audit'],
    [409, '{identifier} was unticked after you scanned it. Scan it again.'],
    BLIND,
  ],
  tickAudit: [...AUDIT, BLIND],
  readAudit: [
    ...AUDIT.slice(0, 1),
    [409, 'Tick or scan the sets of this audit.'],
    [409, 'More than one key set is called {code}'],
  ],
  joinAudit: AUDIT.slice(0, 1),
  leaveAudit: AUDIT.slice(0, 1),
  splitAudit: [...AUDIT.slice(0, 1), [400, 'Unknown member']],
  completeAudit: [
    ...AUDIT,
    [409, REFUSALS.auditChanged],
    [409, REFUSALS.nothingChecked],
    [400, REFUSALS.typeMissing],
    [409, 'Nothing has been read yet.'],
    [400, REFUSALS.typeRead],
    [409, '{People} may still have counts to send. Complete without them?'],
  ],
  undoAudit: UNDO,
  cancelAudit: AUDIT.slice(0, 1),
  reportFound: [[404, 'This label is not in use']],
  updateHolder: STALE,
  updatePremises: STALE,
  createSetting: [[409, 'A setting with this name already exists']],
  updateSetting: [...STALE, [409, 'A setting with this name already exists']],
  createWebhook: [
    [403, 'Only people with access to all locations can add a webhook. Ask an administrator.'],
    [400, 'Enter an address that begins with https://'],
    [400, 'This address is private'],
    [409, REFUSALS.webhooksMax],
  ],
  listEvents: [
    [400, 'Unknown cursor'],
    [410, 'Events are kept for {n} days. Read the lists again, and then from after=now.'],
  ],
  leaveOutDelivery: [[409, REFUSALS.notHeldUp]],
  updateWebhook: [
    ...STALE,
    [400, 'Enter an address that begins with https://'],
    [400, 'This address is private'],
  ],
  ...ACCOUNT_REFUSALS,
};
