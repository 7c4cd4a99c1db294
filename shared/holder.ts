import * as z from 'zod/mini';
import { HOLDER_KINDS } from './holder-words.ts';
import { issueReply } from './issue.ts';
import { KeyBunch } from './key-bunch.ts';
import { ROLES } from './permissions.ts';
import {
  changedSince,
  cursorQuery,
  emailField,
  instant,
  instantQuery,
  limitQuery,
  lineQuery,
  meant,
  optionalDay,
  optionalLine,
  optionalText,
  requiredLine,
} from './text.ts';

/**
 * A person who may have keys. Users are holders of kind staff and share the account's name (`userId`). `maxSets` null is no limit;
 * `validUntil` (YYYY-MM-DD) is the last day they may take keys, in the company's time zone. `out` and `overdue` count their present sets
 * that the caller may see. `sendReminders`: email holders without an account about overdue sets (staff always get these);
 * `remindersStoppedAt` is when they last unsubscribed by the link in such an email.
 */
export const Holder = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(HOLDER_KINDS),
  organisation: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  badge: z.nullable(z.string()),
  userId: z.nullable(z.int()),
  /** For a user, the account's role. */
  role: z.nullable(z.enum(ROLES)),
  maxSets: z.nullable(z.int()),
  validUntil: z.nullable(z.string()),
  isActive: z.boolean(),
  notes: z.nullable(z.string()),
  sendReminders: z.boolean(),
  remindersStoppedAt: z.nullable(instant),
  out: z.int(),
  overdue: z.int(),
  createdByName: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
});
export type Holder = z.infer<typeof Holder>;

/** A holder in a list; with `q`, the corrected words if the search guessed (shared/text.ts). */
export const ListedHolder = z.extend(Holder, { meant });
export type ListedHolder = z.infer<typeof ListedHolder>;

/**
 * One holder with the sets they have now: overdue first, then soonest due, HOLDING_MAX at most. `held` counts all of them, wherever they are
 * kept, as the limit does.
 */
export const HolderDetail = z.extend(Holder, { held: z.int(), holding: z.array(KeyBunch) });
export type HolderDetail = z.infer<typeof HolderDetail>;

/** GET /api/holders/:id/held: the time in question. */
export const HeldQuery = z.object({ at: instantQuery });

/**
 * A set that a person held at a moment, from the history: what it was called and where it belonged then, since when they had it, what for,
 * and when it was due as it was issued. `opens` is of today, null of a set that is deleted or at no location of the reader.
 */
export const HeldSet = z.object({
  keyBunchId: z.int(),
  identifier: z.string(),
  locationName: z.string(),
  since: instant,
  ...issueReply,
  dueAt: z.nullable(instant),
  opens: z.nullable(
    z.object({
      keyDescription: z.nullable(z.string()),
      premises: z.array(z.object({ name: z.string(), client: z.nullable(z.string()) })),
    }),
  ),
});
export type HeldSet = z.infer<typeof HeldSet>;

/**
 * GET /api/holders, by name. `holding`: only those who have keys (any), or overdue ones; `active` false asks for those who may not take
 * keys any more, without it all are listed. `changedSince`: whose record changed then or later, in the order of the changes; what they hold
 * does not count.
 */
export const HolderQuery = z.object({
  q: z.optional(lineQuery('Unknown search')),
  kind: z.optional(z.enum(HOLDER_KINDS, 'Unknown kind')),
  active: z.optional(
    z.pipe(
      z.enum(['true', 'false'], 'Active must be true or false'),
      z.transform((text) => text === 'true'),
    ),
  ),
  holding: z.optional(z.enum(['any', 'overdue'], 'Unknown value')),
  changedSince,
  limit: z.optional(limitQuery()),
  cursor: cursorQuery(),
});
export type HolderQuery = z.output<typeof HolderQuery>;

const MAX_SETS = 'Enter a whole number from 1 to 9999';
const maxSets = z.optional(z.nullable(z.int(MAX_SETS).check(z.gte(1, MAX_SETS), z.lte(9999, MAX_SETS))));
const optionalEmail = z.optional(
  z.pipe(
    z.nullable(z.union([z.literal(''), emailField()], 'Please enter a valid email')),
    z.transform((text) => text || null),
  ),
);

/** POST /api/holders. Kind: other when not sent. Users become holders automatically, so this adds only people without an account. */
export const HolderForm = z.object({
  name: requiredLine('Name is required'),
  kind: z.optional(z.enum(HOLDER_KINDS, 'Unknown kind')),
  organisation: optionalLine(),
  phone: optionalLine(),
  email: optionalEmail,
  badge: optionalLine(),
  maxSets,
  validUntil: optionalDay,
  notes: optionalText(),
  /** Requires an email. */
  sendReminders: z.optional(z.boolean('Send reminders must be true or false')),
  isActive: z.optional(z.boolean('Active must be true or false')),
});

/** PATCH /api/holders/{id}: only the fields sent are changed. A user's name, email and kind come from the account. */
export const HolderPatch = z.partial(HolderForm);
