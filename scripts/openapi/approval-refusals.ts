import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import type { Refusals } from './account-refusals.ts';

/** Of a set that leaves, or no longer needs a second person. */
export const SECOND_PERSON: Refusals = [
  [404, 'Approval not found'],
  [409, '{identifier} needs a second person'],
  [409, '{identifier} waits for a second person'],
  [409, 'The approval of {identifier} has expired'],
  [409, 'The approval of {identifier} was used already'],
  [409, 'The approval of {identifier} is for {person}'],
  [409, 'The approval of {identifier} is for another due time'],
  [409, '{Person} said no to {identifier}'],
  [409, '{Person} may no longer approve {identifier}'],
];
export const EMERGENCY: Refusals = [
  [403, 'Only a person at a desk can decide an emergency'],
  [409, 'Your company allows no issue without a second person'],
];
const QUESTION: Refusals = [[404, 'Approval not found']];
const DECIDED: Refusals = [
  [409, '{Person} said yes to {identifier} already'],
  [409, '{Person} said no to {identifier} already'],
  [409, 'The question about {identifier} has ended'],
];
const BY_NUMBER: Refusals = [
  [403, "This badge can't approve {identifier}"],
  [403, 'That number is not right'],
  [429, 'Too many wrong numbers. This number is resting.'],
];
const ASKED: Refusals = [[409, 'There is no other person who may approve {identifier}']];
const AT_KIOSK: Refusals = [
  [409, 'The kiosk has locked. Hold your badge to the reader.'],
  [409, 'Choose the set again'],
];

/** The part of FEATURE_REFUSALS for the second person. */
export const APPROVAL_REFUSALS: Partial<Record<CallName, Refusals>> = {
  getApproval: QUESTION,
  askApprovals: [
    [404, 'Person not found'],
    [404, 'Key set not found'],
    [403, REFUSALS.forbidden],
    [400, 'Each key set can be named only once'],
    [409, '{n key sets} could not be part of this. Nothing was recorded.'],
    [409, 'Another person must give you these keys'],
    ...ASKED,
    [409, 'At most {n} sets can wait for a second person'],
    [400, 'Due back must be in the future'],
  ],
  decideApprovals: [
    ...QUESTION,
    [403, REFUSALS.forbidden],
    [403, 'Another person must approve this'],
    ...DECIDED,
    [409, '{n key sets} could not be part of this. Nothing was recorded.'],
  ],
  approveAtDesk: [
    ...QUESTION,
    ...DECIDED,
    ...BY_NUMBER,
    [429, "Too many wrong numbers or badges here. Have it approved on the approver's own device."],
  ],
  takeBackApprovals: QUESTION,
  askAtKiosk: [...AT_KIOSK, ...ASKED],
  approveAtKiosk: [...AT_KIOSK, ...ASKED, ...DECIDED, ...BY_NUMBER],
  addPushDevice: [
    [403, REFUSALS.forbidden],
    [409, 'This server notifies no device'],
    [409, 'At most {n} devices. Remove one first.'],
  ],
  removePushDevice: [[404, 'Device not found']],
};
