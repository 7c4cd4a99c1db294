import * as z from 'zod/mini';

/**
 * The name a person had when they acted, kept by value. `now` is what the account is called today, when that differs: whoever owns an
 * account may change its name at any time, also to somebody else's.
 */
export const Actor = z.object({
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  now: z.optional(z.object({ name: z.string(), email: z.string() })),
});
export type Actor = z.infer<typeof Actor>;
