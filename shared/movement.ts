import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { HISTORY_LIMIT_MAX, HISTORY_OFFSET_MAX } from './limits.ts';
import { LocationRef } from './location.ts';
import { ACTIONS } from './movement-words.ts';
import { idQuery, instant, instantQuery, limitQuery, lineQuery, zoneQuery } from './text.ts';

const text = z.optional(z.nullable(z.string()));
const count = z.optional(z.nullable(z.int()));

/** What a movement says beyond its columns, as it applies. */
export const MovementDetails = z.object({
  from: text,
  to: text,
  officer: text,
  officerUserId: count,
  purpose: text,
  newTag: text,
  newStatus: text,
  oldStatus: text,
  /** Of a tag changed by hand: what it was. */
  oldTag: text,
  /** The new tag was worn before, by any set of the company. */
  tagReused: z.optional(z.boolean()),
  /** Of a set that is missing no longer: since when it was, and what it was before. */
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
  deletedBy: text,
  deletedAt: text,
  /** Who had or has the keys now, and of a handover who had them before, with their names. */
  holderId: count,
  fromHolder: text,
  fromHolderId: count,
  /** When they are due back. */
  dueAt: text,
  /** The batch, whose number a receipt has. */
  batchId: text,
  /** Of a return that was counted: what came back. */
  keysCounted: count,
  fobsCounted: count,
  missingNote: text,
  /** Who brought them when it was not the holder. */
  returnedBy: text,
  returnedById: count,
  /** The SHA-256 of what was signed on the screen. */
  signature: text,
  /** The entry that this one undoes, and what it was. */
  undoes: count,
  undoneAction: text,
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
  timestamp: instant,
  /** What the set was called then, and what it opens now; null of a set that is deleted or at no location of the reader. */
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
};

const OFFSET_TOO_FAR = 'An offset goes up to 10,000. Read on with before: the id of the last entry shown.';

/** GET /api/movement-history. `before` is the id of the last entry already shown. */
export const MovementQuery = z.object({
  ...filters,
  limit: z.optional(limitQuery(HISTORY_LIMIT_MAX)),
  offset: z.optional(
    z.pipe(
      z.string('Unknown offset').check(z.regex(/^\d{1,9}$/, 'Unknown offset')),
      z.pipe(z.transform(Number), z.number().check(z.maximum(HISTORY_OFFSET_MAX, OFFSET_TOO_FAR))),
    ),
  ),
  before: z.optional(idQuery('Unknown entry')),
});
export type MovementQuery = z.output<typeof MovementQuery>;

/** GET /api/movement-history/export: the same filters, every match; `tz` is an IANA zone name, the company's when it is missing. */
export const ExportQuery = z.object({
  ...filters,
  tz: zoneQuery,
});
