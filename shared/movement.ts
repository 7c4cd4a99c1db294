import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { APPROVED_HOW } from './approval-words.ts';
import { issueDetails } from './issue.ts';
import { HISTORY_LIMIT_MAX, HISTORY_OFFSET_MAX } from './limits.ts';
import { LocationRef } from './location.ts';
import { ACTIONS } from './movement-words.ts';
import { cursorQuery, idQuery, instant, instantQuery, limitQuery, lineQuery, zoneQuery } from './text.ts';

const text = z.optional(z.nullable(z.string()));
const count = z.optional(z.nullable(z.int()));

/** The details of a movement beyond its columns, as far as they apply. */
export const MovementDetails = z.object({
  from: text,
  to: text,
  officer: text,
  officerUserId: count,
  ...issueDetails,
  newTag: text,
  newStatus: text,
  oldStatus: text,
  /** For a tag changed by hand: the previous one. */
  oldTag: text,
  /** Whether any set of the company had the new tag before. */
  tagReused: z.optional(z.boolean()),
  /** The ID of another set that had the tag when this was recorded, though tags are unique: made without signal. */
  tagOn: text,
  /** For a set that was found: since when it was missing, and its status before. */
  missingSince: text,
  previousStatus: text,
  changes: z.optional(z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))),
  description: text,
  identifier: text,
  currentTag: text,
  keyCount: count,
  fobCount: count,
  keyDescription: text,
  locationName: text,
  type: text,
  nfcSerial: text,
  reason: text,
  /** For a status changed by an audit: its session, and whether a count that arrived after the completion found the set. */
  auditSessionId: count,
  lateSighting: z.optional(z.boolean()),
  deletedBy: text,
  deletedAt: text,
  /** The holder: since an issue or handover, or until a return; for a handover also the previous one with their name. */
  holderId: count,
  fromHolder: text,
  fromHolderId: count,
  /** The due time. */
  dueAt: text,
  /** The batch; its number is also the receipt's. */
  batchId: text,
  /** For a counted return: the keys and fobs that came back. */
  keysCounted: count,
  fobsCounted: count,
  missingNote: text,
  /** The person who brought them, when not the holder. */
  returnedBy: text,
  returnedById: count,
  /** The SHA-256 of the signature drawn on the screen. */
  signature: text,
  /** Of a handover: whether the new holder said yes on their own device. */
  confirmed: z.optional(z.boolean()),
  /** The reservation that it took; or the one over which it was issued, and for whom that is. */
  reservationId: count,
  overReservationId: count,
  reservedFor: text,
  /** Of a set that needs a second person: the approval with who said yes and where, or the reason of an emergency, or that there was none. */
  approvalId: count,
  approvedBy: text,
  approvedById: count,
  approvedHow: z.optional(z.nullable(z.enum(APPROVED_HOW))),
  emergencyReason: text,
  withoutSecondPerson: z.optional(z.boolean()),
  /** At a kiosk: which, and the person who entered their number there; null for a return by an unknown person. */
  kioskId: count,
  kiosk: text,
  byHolder: text,
  byHolderId: count,
  /** The entry that this one undoes, and its action. */
  undoes: count,
  undoneAction: text,
  /** Of an entry made without signal: by how many seconds its device was ahead, and the question (outbox) that it settles. */
  clockAhead: count,
  settles: count,
  /** Of an entry typed in from paper: the sheet, its line, and who wrote it. */
  paper: z.optional(z.object({ sheet: z.string(), line: z.int(), writtenBy: z.string() })),
  /** A short set that is complete again, or was written off. */
  short: z.optional(z.enum(['complete', 'written_off'])),
});
export type MovementDetails = z.infer<typeof MovementDetails>;

/** One entry of the history. */
export const Movement = z.object({
  id: z.int(),
  keyBunchId: z.nullable(z.int()),
  action: z.enum(ACTIONS),
  actionType: z.enum(ACTIONS),
  /** When it was received. */
  timestamp: instant,
  /** When it was done; earlier than `timestamp` when a device made the entry without signal. Of one set these times never go backwards. */
  doneAt: instant,
  /** Whether it was received more than LATE_MINUTES after it was done. */
  lateEntry: z.boolean(),
  /** The set's name at that time, and what it opens now; null for a set that is deleted or at no visible location. */
  keyBunch: z.nullable(
    z.object({
      identifier: z.string(),
      type: z.string(),
      opens: z.nullable(
        z.object({
          keyDescription: z.nullable(z.string()),
          premises: z.array(z.object({ name: z.string(), client: z.nullable(z.string()) })),
        }),
      ),
    }),
  ),
  keyBunchIdentifier: z.string(),
  fromLocationId: z.nullable(z.int()),
  toLocationId: z.nullable(z.int()),
  fromLocation: z.nullable(LocationRef),
  toLocation: z.nullable(LocationRef),
  fromBunchType: z.nullable(z.string()),
  toBunchType: z.nullable(z.string()),
  oldTag: z.nullable(z.string()),
  newTag: z.nullable(z.string()),
  userId: z.int(),
  user: z.nullable(Actor),
  notes: z.nullable(z.string()),
  details: MovementDetails,
  /** Whether the caller can undo it: their own issue, return or handover of the last 15 minutes, after which nothing happened to the set. */
  undoable: z.boolean(),
});
export type Movement = z.infer<typeof Movement>;

const filters = {
  action: z.optional(z.enum(['all', ...ACTIONS], 'Unknown action')),
  from: z.optional(instantQuery),
  to: z.optional(instantQuery),
  locationId: z.optional(idQuery('Unknown location')),
  keyBunchId: z.optional(idQuery('Unknown key set')),
  holderId: z.optional(idQuery('Unknown person')),
  premisesId: z.optional(idQuery('Unknown premises')),
  search: z.optional(lineQuery('Unknown search')),
  /** Only late entries; `sent`: and all that a device kept until it could send them, however soon that was. */
  late: z.optional(z.enum(['true', 'sent'], 'Unknown value')),
};

const OFFSET_TOO_FAR = 'An offset goes up to 10,000. Read on with before: the id of the last entry shown.';

/**
 * GET /api/movement-history, newest first by when it was done, or with `by=received` by when it was received. `from` and `to` are that time.
 * `before` is the id of the last entry already shown.
 */
export const MovementQuery = z.object({
  ...filters,
  by: z.optional(z.enum(['done', 'received'], 'Unknown value')),
  limit: z.optional(limitQuery(HISTORY_LIMIT_MAX)),
  offset: z.optional(
    z.pipe(
      z.string('Unknown offset').check(z.regex(/^\d{1,9}$/, 'Unknown offset')),
      z.pipe(z.transform(Number), z.number().check(z.maximum(HISTORY_OFFSET_MAX, OFFSET_TOO_FAR))),
    ),
  ),
  before: z.optional(idQuery('Unknown entry')),
  cursor: cursorQuery(),
});
export type MovementQuery = z.output<typeof MovementQuery>;

/** GET /api/movement-history/export: the same filters, every match; `tz` is an IANA zone name, the company's when it is missing. */
export const ExportQuery = z.object({
  ...filters,
  tz: zoneQuery,
});

/** An entry of the audit log as Key History reads it. */
export const AuditLog = z.object({
  id: z.int(),
  action: z.string(),
  keyBunchId: z.nullable(z.int()),
  description: z.string(),
  timestamp: instant,
  user: z.nullable(Actor),
  details: z.record(z.string(), z.unknown()),
});
export type AuditLog = z.infer<typeof AuditLog>;
