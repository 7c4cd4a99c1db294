import * as z from 'zod/mini';

/**
 * Topics of the live channel. Changes of `keyBunches`, `movements` and `log` are published with the ids of their key bunches, all others
 * with the ids of their own records. `holders` may have keys, `users` sign in; `ticks` are ticks and scans of an open audit, `audits` all
 * other changes of audits; `handovers` are hand-overs that wait for a yes; `reservations` are reservations and rounds; `roomHandovers` are handovers of locations; `kiosks` are kiosks as their locations list them; `approvals` are questions for a second person; `outbox` are the questions about entries
 * made without signal, and the caller's devices; `plan` is the use of the plan, `me` the subscriber's own account and rights.
 */
const TOPICS = [
  'keyBunches',
  'movements',
  'log',
  'locations',
  'audits',
  'ticks',
  'settings',
  'historyChecks',
  'users',
  'holders',
  'premises',
  'imports',
  'foundNotices',
  'handovers',
  'reservations',
  'roomHandovers',
  'kiosks',
  'approvals',
  'outbox',
  'company',
  'tokens',
  'webhooks',
  'plan',
  'me',
] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * A change in a topic, never its content. Without `ids` any record of it may have changed. `by` is the Idempotency-Key of the call that
 * made it, sent only to the person who made that call.
 */
export type Change = { topic: Topic; ids?: number[]; by?: string };

/**
 * GET /api/live and /api/changes: `after` is the id of the last event received, or the last `position`; a page contains the id of the moment
 * it was served.
 */
export const LiveQuery = z.object({
  after: z.optional(z.string().check(z.maxLength(4000, 'Unknown event'))),
});

const Changes = z.array(
  z.object({
    topic: z.enum(TOPICS),
    ids: z.optional(z.array(z.int())),
    by: z.optional(z.string()),
  }),
);

/** The data of a `changed` event. */
export const LiveChanges = z.object({ changes: Changes });

/** GET /api/changes: what changed since `after`; null when that is not known any more, so that anything may have changed. */
export const ChangesSince = z.object({ position: z.string(), changes: z.nullable(Changes) });
