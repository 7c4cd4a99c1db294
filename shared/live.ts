import * as z from 'zod/mini';
import { TOPICS } from './topic.ts';

/**
 * GET /api/live: `after` is the id of the last event received, for clients that cannot send Last-Event-ID; a page contains the id of the
 * moment it was served.
 */
export const LiveQuery = z.object({
  after: z.optional(z.string().check(z.maxLength(4000, 'Unknown event'))),
});

/** The data of a `changed` event. */
export const LiveChanges = z.object({
  changes: z.array(
    z.object({
      topic: z.enum(TOPICS),
      ids: z.optional(z.array(z.int())),
      by: z.optional(z.string()),
    }),
  ),
});
