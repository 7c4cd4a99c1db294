import * as z from 'zod/mini';
import { AuditLog, Movement } from './movement.ts';
import { cursorQuery, instant, limitQuery } from './text.ts';

/** The refusal of a body of another kind. */
export const NOT_ZIP = 'Send the body as application/zip';

/** POST /api/imports/register: with `dryRun` nothing is written, and the reply says what would be. */
export const RegisterImportQuery = z.object({
  dryRun: z.optional(
    z.pipe(
      z.enum(['true', 'false'], 'Dry run must be true or false'),
      z.transform((text) => text === 'true'),
    ),
  ),
});

/**
 * A register that comes back: its company, when and with which key it was signed, the numbers of what comes, and what does not,
 * with the reason and up to twenty names. `entries` are lines of history, audits and receipts, kept read-only; `id` is that of the former
 * register, null of a dry run.
 */
export const RegisterImport = z.object({
  id: z.nullable(z.int()),
  former: z.object({ name: z.string(), exportedAt: instant, key: z.string() }),
  counts: z.object({
    settings: z.int(),
    locations: z.int(),
    people: z.int(),
    users: z.int(),
    premises: z.int(),
    sets: z.int(),
    rounds: z.int(),
    reservations: z.int(),
    photos: z.int(),
    labels: z.int(),
    entries: z.int(),
    formerRegisters: z.int(),
  }),
  notTaken: z.array(
    z.object({ what: z.string(), count: z.int(), why: z.string(), names: z.array(z.string()) }),
  ),
});
export type RegisterImport = z.infer<typeof RegisterImport>;

/** A former register: `seal` is the last check that its lines are those that its server signed. */
export const FormerRegister = z.object({
  id: z.int(),
  name: z.string(),
  exportedAt: instant,
  key: z.string(),
  importedAt: instant,
  seal: z.object({ isSealed: z.boolean(), checkedAt: instant }),
});
export type FormerRegister = z.infer<typeof FormerRegister>;

/** GET /api/key-bunches/:id/former-history: a page, newest first. */
export const FormerHistoryQuery = z.object({ limit: z.optional(limitQuery(200)), cursor: cursorQuery() });

/**
 * A line of a former register about a set: a movement, with the name of who signed its receipt, or an entry of the log; what a completed
 * audit said of the set is one with the action `audit`. Ids of sets and locations are left out: they were others.
 */
export const FormerEntry = z.object({
  registerId: z.int(),
  at: instant,
  movement: z.nullable(Movement),
  signer: z.nullable(z.string()),
  log: z.nullable(AuditLog),
});
export type FormerEntry = z.infer<typeof FormerEntry>;
