import * as z from 'zod/mini';
import { AUDIT_KINDS } from './audit-words.ts';
import { LocationRef } from './location.ts';
import {
  ROOM_CHANGE_LISTS,
  ROOM_CHANGES,
  ROOM_CHECKS,
  ROOM_DIFFERENCES,
  ROOM_HANDOVER_STATES,
  ROOM_WORDS,
} from './room-handover-words.ts';
import { instant, pageQuery } from './text.ts';

/**
 * The figures of a location since its last handover: `outAtStart` + `issued` - `returned` - `lost` + `moved` + `undone` + `late` = `out`. `lost`
 * were reported missing while out. `moved` (signed) came or went while out: moved, added or deleted. `undone` (signed) is what undone entries
 * took back. `late` (signed) are entries done before the shift and received in it. `overdue`, `missing` and `short` are now; `missing` since
 * the last handover.
 */
export const RoomFigures = z.object({
  outAtStart: z.int(),
  issued: z.int(),
  returned: z.int(),
  lost: z.int(),
  moved: z.int(),
  undone: z.int(),
  late: z.int(),
  out: z.int(),
  overdue: z.int(),
  missing: z.int(),
  short: z.int(),
});
export type RoomFigures = z.infer<typeof RoomFigures>;

/** One of the two people, by the name of the time; `signedAt` and the SHA-256 of what they signed once they have. */
export const RoomPerson = z.object({
  userId: z.int(),
  name: z.string(),
  signedAt: z.nullable(instant),
  sha256: z.nullable(z.string()),
});
export type RoomPerson = z.infer<typeof RoomPerson>;

/**
 * A handover of a location from one person to the next. `number` is that of its sheet, in the company, once it is closed. `outgoing` is null
 * when `aloneReason` is set, `incoming` until they sign. `figures` are fixed at `closedAt`; in lists null for one that is not closed.
 * `differences`: how many sets were to be settled, null while it is open.
 */
export const RoomHandover = z.object({
  id: z.int(),
  number: z.nullable(z.int()),
  location: LocationRef,
  state: z.enum(ROOM_HANDOVER_STATES),
  shiftStart: instant,
  startedAt: instant,
  outgoing: z.nullable(RoomPerson),
  incoming: z.nullable(RoomPerson),
  aloneReason: z.nullable(z.string()),
  closedAt: z.nullable(instant),
  cancelledAt: z.nullable(instant),
  cancelledBy: z.nullable(z.string()),
  figures: z.nullable(RoomFigures),
  differences: z.nullable(z.int()),
});
export type RoomHandover = z.infer<typeof RoomHandover>;

/** A completed audit of the location in the shift, as it can be the check; of all types without `keyType`. `asRegistered` of `checked` sets were so. */
export const RoomAudit = z.object({
  id: z.int(),
  kind: z.enum(AUDIT_KINDS),
  keyType: z.nullable(z.string()),
  blind: z.boolean(),
  by: z.string(),
  completedAt: instant,
  checked: z.int(),
  asRegistered: z.int(),
});
export type RoomAudit = z.infer<typeof RoomAudit>;

export const RoomCheck = z.object({
  kind: z.enum(ROOM_CHECKS),
  audit: z.nullable(RoomAudit),
  reason: z.nullable(z.string()),
});
export type RoomCheck = z.infer<typeof RoomCheck>;

/** What becomes of a set. `holder` of `person`: who takes it over, null: the incoming person. `by` said it. */
export const RoomAnswer = z.object({
  word: z.enum(ROOM_WORDS),
  holder: z.nullable(z.string()),
  until: z.nullable(instant),
  note: z.nullable(z.string()),
  by: z.string(),
  at: instant,
});

/** A set that differs, with what says so: its hook, holder and due time, what is there of a short one, and since when it is missing or short. */
export const RoomDifference = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  kind: z.enum(ROOM_DIFFERENCES),
  position: z.nullable(z.string()),
  holder: z.nullable(z.string()),
  dueAt: z.nullable(instant),
  since: z.nullable(instant),
  keyCount: z.int(),
  fobCount: z.int(),
  keysPresent: z.nullable(z.int()),
  fobsPresent: z.nullable(z.int()),
  note: z.nullable(z.string()),
  answer: z.nullable(RoomAnswer),
});
export type RoomDifference = z.infer<typeof RoomDifference>;

/** A set that an earlier handover left open: `taker` took it over then, and it is still missing, or not seen. */
export const RoomCarried = z.extend(RoomDifference, { taker: z.string(), takenOverAt: instant });
export type RoomCarried = z.infer<typeof RoomCarried>;

/** A set that is out. It never names what the keys open. */
export const RoomOut = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  holder: z.string(),
  organisation: z.nullable(z.string()),
  since: instant,
  dueAt: z.nullable(instant),
  keyCount: z.int(),
  fobCount: z.int(),
});
export type RoomOut = z.infer<typeof RoomOut>;

/**
 * A set that changed after the outgoing person signed: in the list `out` or `settle` it was added, is gone, or is there with another holder,
 * due time, difference or answer.
 */
export const RoomChange = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  list: z.enum(ROOM_CHANGE_LISTS),
  change: z.enum(ROOM_CHANGES),
});
export type RoomChange = z.infer<typeof RoomChange>;

/**
 * A handover as a whole. While it is open figures and lists are those of now; afterwards what the incoming person signed. `audits` can be the
 * check. `unanswered` counts the sets to be settled, which come first; lists end at ROOM_LIST_MAX. `out` is by due time, longest overdue
 * first. `timezone` is the company's. `entry` is the number of the history's last entry at the end. `read` says what the reader read, for the
 * signature. `signedFigures` are those that the outgoing person signed, `changed` the sets that are other than in their lists.
 * `takenOverBy` took over at `shiftStart`; null for the first shift. `cannotSign`: the person who alone may sign next and no longer may.
 * `carried` are words of earlier handovers that are still open.
 */
export const OneRoomHandover = z.extend(RoomHandover, {
  company: z.string(),
  timezone: z.string(),
  revision: z.int(),
  previousId: z.nullable(z.int()),
  read: z.string(),
  signedFigures: z.nullable(RoomFigures),
  changed: z.array(RoomChange),
  takenOverBy: z.nullable(z.object({ userId: z.int(), name: z.string() })),
  cannotSign: z.nullable(z.string()),
  check: z.nullable(RoomCheck),
  audits: z.array(RoomAudit),
  openAuditId: z.nullable(z.int()),
  unanswered: z.int(),
  carried: z.array(RoomCarried),
  settle: z.array(RoomDifference),
  out: z.array(RoomOut),
  notes: z.nullable(z.string()),
  entry: z.nullable(z.int()),
});
export type OneRoomHandover = z.infer<typeof OneRoomHandover>;

/** GET /api/former-room-handovers: closed handovers of former registers, newest first. */
export const FormerRoomHandoverQuery = z.object(pageQuery);
/** A closed handover of a former register, as it was signed. */
export const FormerRoomHandover = z.object({
  id: z.int(),
  registerId: z.int(),
  register: z.string(),
  number: z.nullable(z.int()),
  location: z.string(),
  shiftStart: instant,
  closedAt: instant,
  outgoing: z.nullable(RoomPerson),
  incoming: z.nullable(RoomPerson),
  aloneReason: z.nullable(z.string()),
  figures: RoomFigures,
  check: z.nullable(RoomCheck),
  settle: z.array(RoomDifference),
  notes: z.nullable(z.string()),
});
export type FormerRoomHandover = z.infer<typeof FormerRoomHandover>;
