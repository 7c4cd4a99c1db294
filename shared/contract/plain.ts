import * as z from 'zod/mini';

/** What an action answers that has nothing to show: a sentence. */
export const Done = z.object({ message: z.string() });
/** For calls that need no body; what is sent is ignored. */
export const anyBody = z.optional(z.unknown());
