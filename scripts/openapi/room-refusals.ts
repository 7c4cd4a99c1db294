import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { ROOM_TEXTS } from '../../shared/room-handover-words.ts';
import type { Refusals } from './account-refusals.ts';

const FOUND: Refusals = [[404, 'Handover not found']];
const OPEN: Refusals = [...FOUND, [409, ROOM_TEXTS.ended]];
const SIGNED: Refusals = [[409, ROOM_TEXTS.signed]];
const CHANGED: Refusals = [[409, ROOM_TEXTS.changed]];

/** The part of FEATURE_REFUSALS for room handovers. */
export const ROOM_REFUSALS: Partial<Record<CallName, Refusals>> = {
  getRoomHandover: FOUND,
  beginRoomHandover: [
    [400, 'This is in the future'],
    [400, 'At most {n} days ago'],
    [404, 'Location not found'],
    [409, ROOM_TEXTS.open],
  ],
  updateRoomHandover: [
    ...OPEN,
    ...SIGNED,
    [400, 'Choose an audit of this location that was completed in this shift'],
    [409, 'The notes were changed on another screen. Read them, then save yours again.'],
  ],
  answerRoomHandover: [
    ...OPEN,
    ...SIGNED,
    ...CHANGED,
    [400, 'This is in the past'],
    [400, 'At most {n} days ahead'],
    [403, REFUSALS.forbidden],
    [404, 'Person not found'],
  ],
  signRoomHandover: [
    ...OPEN,
    ...SIGNED,
    ...CHANGED,
    [409, ROOM_TEXTS.noCheck],
    [409, '{identifier}{others}: say what becomes of it first.'],
    [409, ROOM_TEXTS.outgoingFirst],
    [409, ROOM_TEXTS.notOutgoing],
    [409, ROOM_TEXTS.samePerson],
    [409, '{Person} takes over alone. Cancel it to begin another.'],
    [409, 'Sign in again to sign: it took too long, or was signed already.'],
  ],
  cancelRoomHandover: OPEN,
  proveSigner: [
    ...FOUND,
    [400, 'Invalid email or password'],
    [409, "{Person} can't sign here. Signing needs the rights to issue and return keys at this location."],
  ],
};
