import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { ACCOUNT_REFUSALS, type Refusals, STALE } from './account-refusals.ts';
import { APPROVAL_REFUSALS, EMERGENCY, SECOND_PERSON } from './approval-refusals.ts';
import { KIOSK_REFUSALS } from './kiosk-refusals.ts';
import { ROOM_REFUSALS } from './room-refusals.ts';

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
const PERIOD: Refusals = [
  [400, 'From must not be in the past'],
  [400, 'Until must be after from'],
  [400, 'Until must be in the future'],
];
const RESERVER: Refusals = [...RECIPIENT.slice(0, 1), ...RECIPIENT.slice(2, 4), [403, REFUSALS.forbidden]];
const RESERVED: Refusals[number] = [409, 'Reserved for {person} from {time} to {time}'];
const ROUNDS_FULL: Refusals[number] = [
  409,
  'A company has up to {n} rounds. Remove one that you no longer need.',
];
const RESERVATION_ENDED: Refusals = [
  [409, 'The keys were taken already'],
  [409, 'This reservation was cancelled'],
  [409, 'This reservation is over'],
];
const ANSWER: Refusals = [...BATCH, [404, 'Hand-over not found'], [403, REFUSALS.forbidden]];
const AUDIT: Refusals = [
  [409, 'Audit session is not in progress'],
  [400, 'This key set is not expected in this audit'],
];
const BLIND: Refusals[number] = [409, 'This audit is blind. Record what hangs on each hook.'];
const TO_MOVE: Refusals = [
  [404, 'Location not found'],
  [400, 'The set is already at this location'],
  [400, 'Unknown type'],
  [403, REFUSALS.auditRequired],
  ...STALE,
];

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
  ...APPROVAL_REFUSALS,
  ...KIOSK_REFUSALS,
  issueKeyBunch: [
    [409, 'Keys are already issued'],
    RESERVED,
    ...RECIPIENT,
    ...DUE,
    ...SECOND_PERSON,
    ...EMERGENCY,
  ],
  createReservations: [...BATCH, ...PERIOD, ...RESERVER],
  updateReservation: [
    ...PERIOD,
    ...STALE,
    RESERVED,
    ...RESERVATION_ENDED,
    [404, 'Reservation not found'],
    [403, REFUSALS.forbidden],
  ],
  pickReservations: [...BATCH.slice(1), [404, 'Reservation not found']],
  getRegisterSheet: [
    [404, 'Location not found'],
    [400, 'Unknown cursor'],
  ],
  numberRegisterSheet: [[404, 'Location not found']],
  recordPaper: [[404, 'Location not found']],
  createRound: [...BATCH.slice(0, 1), [404, 'Location not found'], [404, 'Person not found'], ROUNDS_FULL],
  updateRound: [
    ...BATCH.slice(0, 1),
    ROUNDS_FULL,
    [404, 'Round not found'],
    [404, 'Location not found'],
    [404, 'Person not found'],
    ...STALE,
  ],
  useRound: [
    ...BATCH.slice(1),
    ...PERIOD,
    ...RESERVER,
    ...STALE,
    [404, 'Round not found'],
    [400, 'Choose a person'],
    [400, 'Choose the key sets'],
  ],
  returnKeyBunch: [...NOT_OUT, ...COUNTED],
  handOver: [
    ...NOT_OUT,
    [409, '{Person} has these keys already'],
    ...RECIPIENT,
    ...DUE,
    ...SECOND_PERSON,
    ...EMERGENCY,
  ],
  askHandover: [...BATCH, ...RECIPIENT, ...DUE, [409, "{Person} can't say yes to this"]],
  acceptHandover: [...ANSWER, ...RECIPIENT.slice(2), ...SECOND_PERSON.slice(0, 1)],
  refuseHandover: ANSWER,
  sendOutbox: [...DUE, [404, 'Device not found'], [410, 'This device was forgotten']],
  handInOutbox: [[404, 'Device not found']],
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
  changeDue: [...NOT_OUT, ...DUE, ...SECOND_PERSON],
  undoCustody: UNDO,
  undoBatch: [[404, 'Receipt not found'], ...UNDO],
  issueBatch: [...BATCH, ...RECIPIENT, ...DUE, ...SECOND_PERSON.slice(0, 1), ...EMERGENCY],
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
    ...SECOND_PERSON,
  ],
  deleteKeyBunch: [[409, 'Keys are currently issued. Return them or mark them missing before deleting.']],
  linkNfc: [...NFC, ...STALE, [409, 'Unlink the current NFC tag first']],
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
  renewWebhookSecret: STALE,
  updateWebhook: [
    ...STALE,
    [400, 'Enter an address that begins with https://'],
    [400, 'This address is private'],
  ],
  ...ACCOUNT_REFUSALS,
  ...ROOM_REFUSALS,
};
