import type { CallName } from '../../shared/api.ts';
import { KIOSK_NUMBER_EASY, KIOSK_NUMBER_SAME } from '../../shared/kiosk-words.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { type Refusals, STALE } from './account-refusals.ts';

const RESTS =
  'This kiosk is resting after too many wrong numbers or codes. It takes keys back. To take keys, go to the desk.';
const UNKNOWN: Refusals = [
  [404, 'Nothing here has this code. Try again, or go to the desk.'],
  [409, 'Several sets have this code. Type the ID of the set.'],
  [409, 'That is a badge, not a set'],
  [409, '{identifier} is marked as {status}'],
  [429, RESTS],
];
const LOCKED: Refusals = [[409, 'The kiosk has locked. Hold your badge to the reader.']];
const GIVEN: Refusals = [
  [409, 'Keys are not given out now'],
  [409, '{identifier} is out'],
  [409, "{identifier} can't be taken. It is marked as {status}."],
  [409, '{identifier} is not given out at this kiosk'],
  [409, 'Reserved for {person} from {time} to {time}'],
];
const LEFT: Refusals = [[409, 'This set is not at this location any more']];
const REVOKED: Refusals = [[409, 'This kiosk was revoked. Add another.']];

/** The part of FEATURE_REFUSALS for kiosks and the numbers of people. */
export const KIOSK_REFUSALS: Partial<Record<CallName, Refusals>> = {
  createKiosk: [
    [400, 'Unknown type'],
    [404, 'Location not found'],
    [409, 'A company has up to {n} kiosks. Revoke one that you no longer need.'],
  ],
  updateKiosk: [[400, 'Unknown type'], ...STALE, ...REVOKED],
  renewKioskCode: [...STALE, ...REVOKED],
  setOwnKioskNumber: [[400, KIOSK_NUMBER_EASY]],
  createFirstKioskNumber: [
    [409, 'Set your own number in your profile'],
    [409, '{Person} has an account and sets the number in the profile'],
    [409, '{Person} may not take keys'],
    ...STALE,
  ],
  deleteKioskNumber: STALE,
  bindKiosk: [[400, 'This code is wrong, used or expired. Ask for a new one on the location.']],
  leaveKiosk: [
    [400, 'Invalid email or password'],
    [401, REFUSALS.kioskEnded],
    [403, 'Only a manager of this location can end its kiosk'],
  ],
  acknowledgeReturn: [
    [400, 'Invalid email or password'],
    [401, REFUSALS.kioskEnded],
    [403, 'Only a user who may return keys of that location can confirm it'],
  ],
  beginKiosk: [...UNKNOWN, [409, 'Keys are not given to you any more']],
  enterKioskNumber: [
    [400, KIOSK_NUMBER_EASY],
    [400, KIOSK_NUMBER_SAME],
    [403, 'That number is not right'],
    ...LOCKED,
    [429, 'Too many wrong numbers. Your number is resting.'],
    [429, RESTS],
  ],
  offerAtKiosk: [...UNKNOWN, ...LOCKED, ...GIVEN],
  reportAbsent: [...LOCKED, ...LEFT, [409, 'Choose the set again']],
  takeAtKiosk: [
    ...UNKNOWN,
    ...LOCKED,
    ...GIVEN,
    ...LEFT,
    [409, 'Choose the set again'],
    [409, 'That is another set. Take {identifier}.'],
    [409, 'The tag of {identifier} has another number'],
  ],
  returnAtKiosk: [
    ...UNKNOWN,
    ...LOCKED,
    [404, 'No set of this location has this code.'],
    [409, 'Keys are not currently issued'],
    [409, "By the tablet's clock it was issued later"],
    [409, 'This return is too long ago'],
    [409, "That is a person's badge. Enter the number on the new tag."],
    [409, 'That is the ID of a set. Enter the number on the new tag.'],
    [409, 'Another set has that tag. Enter the number on the new tag.'],
    [409, 'That is the tag the set went out with. Enter the number on the new tag.'],
    [409, 'That is the chip of a set. Enter the number on the new tag.'],
    [409, 'That is the label of a set. Enter the number on the new tag.'],
    [400, '{identifier} has {n} keys'],
  ],
  touchKiosk: LOCKED,
};
