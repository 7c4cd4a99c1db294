import * as z from 'zod/mini';

/** The name a person had when they acted, kept by value. */
export const Actor = z.object({
  username: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.string(),
});
export type Actor = z.infer<typeof Actor>;
