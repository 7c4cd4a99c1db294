import * as z from 'zod/mini';

/** The reply of an action without data: a sentence. */
export const Done = z.object({ message: z.string() });
/** The body of calls that need none: nothing, or an empty object. */
export const emptyBody = z.optional(z.object({}));
