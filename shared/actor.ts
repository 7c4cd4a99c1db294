import * as z from 'zod/mini';

/** The name and email of an actor at the time, stored by value. `now` is set when the account's name or email differs today. */
export const Actor = z.object({
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
  now: z.optional(z.object({ name: z.string(), email: z.string() })),
});
export type Actor = z.infer<typeof Actor>;
