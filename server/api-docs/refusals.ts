import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { ACCOUNT_REFUSALS } from './account-refusals.ts';

type Said = readonly (readonly [status: number, text: string])[];

const NOT_OUT: Said = [[409, 'Keys are not currently issued']];
const RECIPIENT: Said = [
  [404, 'Person not found'],
  [409, '{Person} may not take keys'],
  [409, '{Person} may not take keys after {day}'],
  [409, '{Person} holds {n sets} already, the most allowed'],
  [409, '{Person} can hold {n sets} at most'],
];
const DUE: Said = [[400, 'Due back must be in the future']];
const STATUS: Said = [
  [409, 'Use issue to issue keys'],
  [409, 'Return the keys instead'],
  [409, 'Return the keys first'],
  [400, 'Current tag is required'],
  [400, 'Unknown status'],
];
const NFC: Said = [
  [400, 'NFC serial is required'],
  [409, 'This NFC tag is already linked'],
  [409, 'This NFC tag is already linked to key bunch {identifier}'],
];
const COUNTED: Said = [[400, '{identifier} has {n} keys']];
const UNDO: Said = [[409, 'This can no longer be undone']];
const BATCH: Said = [
  [400, 'Each key set can be named only once'],
  [409, '{n key sets} could not be part of this. Nothing was recorded.'],
];
const AUDIT: Said = [
  [409, 'Audit session is not in progress'],
  [400, 'This key set is not expected in this audit'],
];
const STALE: Said = [[409, REFUSALS.stale]];
const TO_MOVE: Said = [
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
export const FEATURE_REFUSALS: Partial<Record<CallName, Said>> = {
  issueKeyBunch: [[409, 'Keys are already issued'], ...RECIPIENT, ...DUE],
  returnKeyBunch: [...NOT_OUT, ...COUNTED],
  handOver: [...NOT_OUT, [409, '{Person} has these keys already'], ...RECIPIENT, ...DUE],
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
  startAudit: [
    [404, 'Location not found'],
    [400, 'No keys to audit at this location'],
  ],
  scanAudit: [
    ...AUDIT.slice(0, 1),
    [400, 'NFC serial is required'],
    [409, '{identifier} has already been scanned in this audit'],
  ],
  tickAudit: AUDIT,
  completeAudit: [...AUDIT, [409, REFUSALS.auditChanged], [409, REFUSALS.nothingChecked]],
  cancelAudit: AUDIT.slice(0, 1),
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
  leaveOutDelivery: [[409, REFUSALS.notHeldUp]],
  updateWebhook: [
    ...STALE,
    [400, 'Enter an address that begins with https://'],
    [400, 'This address is private'],
  ],
  ...ACCOUNT_REFUSALS,
};
