import * as z from 'zod/mini';
import { KINDS } from './activity-words.ts';
import { Actor } from './actor.ts';
import { HISTORY_LIMIT_MAX } from './limits.ts';
import { cursorQuery, idQuery, instant, instantQuery, limitQuery, zoneQuery } from './text.ts';

/**
 * An entry of the company's activity log, which has everything except key movements. `number` is its place in the chain. `user` is the
 * actor, or the account of a failed sign-in; `token` is the API token that acted for them. `keySet` is the set's present ID, or its last
 * one when it was deleted.
 */
export const Activity = z.object({
  id: z.int(),
  number: z.int(),
  action: z.string(),
  timestamp: instant,
  userId: z.int(),
  user: Actor,
  token: z.boolean(),
  keyBunchId: z.nullable(z.int()),
  keySet: z.nullable(z.string()),
  description: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type Activity = z.infer<typeof Activity>;

const day = z.string('Unknown date').check(
  z.regex(/^\d{4}-\d\d-\d\d$/, 'Unknown date'),
  z.refine((text) => instantQuery.safeParse(`${text}T00:00:00Z`).success, 'Unknown date'),
);
const moment = z.optional(z.union([instantQuery, day], 'Unknown date'));

const filters = {
  /** Times, or days in the company's time zone: from the beginning of the first to the end of the last. */
  from: moment,
  to: moment,
  /** The actor, or the user whose account was affected. */
  userId: z.optional(idQuery('Unknown person')),
  kind: z.optional(z.enum(KINDS, 'Unknown kind')),
};

/** GET /api/activity. `before` is the id of the last entry already shown. */
export const ActivityQuery = z.object({
  ...filters,
  limit: z.optional(limitQuery(HISTORY_LIMIT_MAX)),
  before: z.optional(idQuery('Unknown entry')),
  cursor: cursorQuery(),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

/** GET /api/activity/export: the same filters, every match; `tz` is an IANA zone name, the company's when it is missing. */
export const ActivityExportQuery = z.object({ ...filters, tz: zoneQuery });
