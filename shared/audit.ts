import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { Accuracy, Difference, Reading } from './audit-readings.ts';
import { AUDIT_DEVICES, AUDIT_KINDS, AUDIT_MODES, AUDIT_STATUSES, SCAN_MATCHES } from './audit-words.ts';
import { LocationRef } from './location.ts';
import { idQuery, instant, lineQuery, pageQuery } from './text.ts';

/**
 * A bunch as an audit names it, by value, as it was at the start. `now` is what the register says of it today, null once it was deleted
 * or moved where the reader may not see it. `leftAlone`: moved, issued, returned or deleted between the start and the end, so that a
 * completion does not touch it.
 */
export const AuditBunch = z.object({
  id: z.int(),
  identifier: z.string(),
  currentTag: z.nullable(z.string()),
  type: z.string(),
  status: z.string(),
  holder: z.nullable(z.string()),
  leftAlone: z.boolean(),
  now: z.nullable(
    z.object({
      currentTag: z.nullable(z.string()),
      status: z.string(),
      keyCount: z.int(),
      fobCount: z.int(),
      keyDescription: z.nullable(z.string()),
      premises: z.array(z.object({ name: z.string(), client: z.nullable(z.string()) })),
      /** Its position at the location. */
      position: z.nullable(z.string()),
      /** Whether an NFC tag is linked to it; without one it can only be ticked, or found by its tag number or ID. */
      hasNfc: z.boolean(),
    }),
  ),
});
export type AuditBunch = z.infer<typeof AuditBunch>;

/**
 * A bunch that was ticked or scanned, newest first: by whom and how (`matched` null: ticked), when it was made (`doneAt`) and when it was
 * received (`timestamp`). Of several counts of a set the one that was made first counts. `wasMissing` when seeing it found it again.
 */
export const Seen = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  timestamp: instant,
  doneAt: instant,
  userId: z.int(),
  user: z.nullable(Actor),
  nfcScanned: z.boolean(),
  matched: z.nullable(z.enum(SCAN_MATCHES)),
  wasMissing: z.boolean(),
});
export type Seen = z.infer<typeof Seen>;

/**
 * A set that was found here but is registered elsewhere, and why it was refused. `now` is where the register has it today, null once it was
 * deleted or moved where the reader may not see it.
 */
const Unexpected = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  locationName: z.string(),
  note: z.string(),
  timestamp: instant,
  now: z.nullable(z.object({ locationId: z.int(), locationName: z.string(), status: z.string() })),
});

export type Unexpected = z.infer<typeof Unexpected>;

/**
 * A tag that no bunch had, or a code that was `typed` and meant none; `linkedTo` is the one that has it today, as far as the reader may
 * see it.
 */
const UnknownTag = z.object({
  serial: z.string(),
  typed: z.boolean(),
  timestamp: instant,
  linkedTo: z.nullable(z.object({ id: z.int(), identifier: z.string() })),
});

/** A count that arrived after the completion: the set, seen or withdrawn, by whom, and when it was made and received. */
const LateCount = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  seen: z.boolean(),
  doneAt: instant,
  timestamp: instant,
  user: z.nullable(Actor),
});
export type LateCount = z.infer<typeof LateCount>;

/**
 * Who takes part in an audit: everyone who joined, ticked, scanned or completed, longest there first. `leftAt` is null while they take part.
 * `unsent` is how many counts still wait on their device, as far as it was heard (`heardAt`). `counted` is how many sets count as seen by
 * them, and `last` their last tick or scan of a set, with the set's position today.
 */
export const AuditMember = z.object({
  userId: z.int(),
  user: Actor,
  device: z.nullable(z.enum(AUDIT_DEVICES)),
  joinedAt: instant,
  leftAt: z.nullable(instant),
  heardAt: instant,
  unsent: z.int(),
  counted: z.int(),
  last: z.nullable(z.object({ identifier: z.string(), position: z.nullable(z.string()), doneAt: instant })),
});
export type AuditMember = z.infer<typeof AuditMember>;

/**
 * The members of an audit and its parts, by hook; none when it is not split. A part only orders the work: any count counts anywhere. The last
 * part, `from` and `to` null, is that of sets without a position. `userId` null: free.
 */
export const AuditPeople = z.object({
  members: z.array(AuditMember),
  parts: z.array(
    z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()), userId: z.nullable(z.int()) }),
  ),
});
export type AuditPeople = z.infer<typeof AuditPeople>;

/** How many sets a person saw in an audit. */
export const CountedBy = z.object({ userId: z.int(), user: Actor, counted: z.int() });
export type CountedBy = z.infer<typeof CountedBy>;

/**
 * An audit session. Counts, times and the expected set are the server's. `kind`: of every set, of those on the hooks `fromHook` to `toHook`, or
 * of drawn ones. While a `blind` one is not completed, `totalScanned` is how many sets, codes and empty hooks were read, as is `counted` of a
 * member, and what it expects is not sent: `totalExpected` is 0, and lists of sets are empty. `revision` grows with every tick
 * and scan that changed something. `idleSince`: open, and none of its members was heard for an hour; the first who joins takes it over.
 * `mayCancel`: whether the reader may cancel it: who started it, audit:edit, and any member once the starter left or was not heard for an hour.
 */
export const AuditSession = z.object({
  id: z.int(),
  locationId: z.int(),
  location: LocationRef,
  keyType: z.nullable(z.string()),
  mode: z.enum(AUDIT_MODES),
  kind: z.enum(AUDIT_KINDS),
  fromHook: z.nullable(z.string()),
  toHook: z.nullable(z.string()),
  blind: z.boolean(),
  status: z.enum(AUDIT_STATUSES),
  performedBy: z.int(),
  user: z.nullable(Actor),
  /** The person who completed it, who may be another than the one who began it. */
  completedBy: z.nullable(Actor),
  startTime: instant,
  endTime: z.nullable(instant),
  createdAt: instant,
  totalExpected: z.int(),
  totalScanned: z.int(),
  missingBunches: z.array(z.string()),
  revision: z.int(),
  notes: z.nullable(z.string()),
  ...AuditPeople.shape,
  idleSince: z.nullable(instant),
  mayCancel: z.boolean(),
});
export type AuditSession = z.infer<typeof AuditSession>;

/** A set whose status an undo leaves, as something happened to it since the completion: its status now, since when, and who did it. */
const Stayed = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  status: z.string(),
  timestamp: instant,
  user: z.nullable(Actor),
});

/**
 * A session with the sets it expects and has seen, sets that are out, sets found here but registered elsewhere, and unknown tags. Once
 * completed also found and missing sets, and late counts, whose sets `missing` omits. `undo`: until when the reader can undo the completion,
 * and which sets would stay as they are; null when they cannot. `hooks` are to be looked at, in their order, in a blind audit or a spot check,
 * and `readings` are what was read there, newest first. `differences` are those of such a one once completed. `quick`: runs of ten or more
 * ticks of one person with a median under half a second. `accuracy`: of the location in the 90 days before its end. `state` changes with everything except ticks and
 * scans, which `revision` counts.
 */
export const OneAuditSession = z.extend(AuditSession, {
  expected: z.array(AuditBunch),
  seen: z.array(Seen),
  out: z.array(AuditBunch),
  unexpected: z.array(Unexpected),
  unknown: z.array(UnknownTag),
  found: z.optional(z.array(AuditBunch)),
  missing: z.optional(z.array(AuditBunch)),
  late: z.optional(z.array(LateCount)),
  hooks: z.array(z.string()),
  readings: z.array(Reading),
  compared: z.nullable(Accuracy),
  differences: z.optional(z.array(Difference)),
  quick: z.array(z.object({ userId: z.int(), user: Actor, ticks: z.int(), seconds: z.int() })),
  accuracy: z.nullable(Accuracy),
  undo: z.nullable(z.object({ until: instant, stays: z.array(Stayed) })),
  state: z.string(),
});
export type OneAuditSession = z.infer<typeof OneAuditSession>;

/** POST /api/audit/{id}/undo: the session, open again, and the sets that stayed as they were. */
export const UndoneAudit = z.extend(OneAuditSession, { stayed: z.array(Stayed) });

/** GET /api/audit/{id}/ticks: `after` is the revision that the caller has. */
export const AuditTicksQuery = z.object({
  after: z.pipe(
    z.string('Unknown revision').check(z.regex(/^\d{1,9}$/, 'Unknown revision')),
    z.transform(Number),
  ),
});

/**
 * Ticks, scans and withdrawals after a revision, and the members: small, for polling. While `state` is that of the session read before, nothing
 * else of it changed; otherwise the client reads the whole session again. `unticked` says of each withdrawal who made it and when.
 */
export const AuditTicks = z.object({
  revision: z.int(),
  state: z.string(),
  totalScanned: z.int(),
  totalExpected: z.int(),
  seen: z.array(Seen),
  readings: z.optional(z.array(Reading)),
  withdrawn: z.array(z.int()),
  unticked: z.array(
    z.object({ keyBunchId: z.int(), identifier: z.string(), userId: z.int(), user: Actor, doneAt: instant }),
  ),
  ...AuditPeople.shape,
});
export type AuditTicks = z.infer<typeof AuditTicks>;

/** GET /api/audit/scope/{locationId}: what an audit of that location, and type, would cover if it started now. */
export const AuditScopeQuery = z.object({
  keyType: z.optional(lineQuery('Unknown type')),
  hooks: z.optional(z.literal('true', 'Unknown value')),
});

/**
 * How many bunches would be expected and how many of them no NFC tag is linked to, how many are out, and how many a configured status
 * explains. With `hooks=true`: how many sets have a hook, those out too, how many of them a spot check would draw, and the first and last hook.
 */
export const AuditScope = z.object({
  expected: z.int(),
  withoutNfc: z.int(),
  issued: z.int(),
  other: z.int(),
  hooks: z.optional(
    z.object({ sets: z.int(), drawn: z.int(), first: z.nullable(z.string()), last: z.nullable(z.string()) }),
  ),
});
export type AuditScope = z.infer<typeof AuditScope>;

/**
 * GET /api/audit/locations: every location, as it waits for its next audit: never audited ones first, then by how long ago; those
 * without anything to expect last. `last` is the latest completed audit of every set of any type, with its type (null: all).
 */
export const AuditedLocation = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  expected: z.int(),
  last: z.nullable(
    z.object({
      id: z.int(),
      endTime: instant,
      keyType: z.nullable(z.string()),
      missing: z.int(),
    }),
  ),
});
export type AuditedLocation = z.infer<typeof AuditedLocation>;

/** GET /api/audit: newest first, of the allowed locations. */
export const AuditQuery = z.object({
  locationId: z.optional(idQuery('Unknown location')),
  status: z.optional(z.enum(AUDIT_STATUSES, 'Unknown status')),
  ...pageQuery,
});
