import * as z from 'zod/mini';
import { CLOCK_TIME } from './zone.ts';

const HOURS = 'Enter a whole number of hours from 1 to 8760';
const CLOCK = 'Enter a time such as 06:00';

/**
 * When issued sets of a type are due: N hours after issue, or at the next occurrence of a time in the company's time zone. Exactly one is
 * set.
 */
export const DueRule = z
  .object({
    hours: z.optional(z.nullable(z.int(HOURS).check(z.gte(1, HOURS), z.lte(8760, HOURS)))),
    time: z.optional(z.nullable(z.string(CLOCK).check(z.regex(CLOCK_TIME, CLOCK)))),
  })
  .check(z.refine(({ hours, time }) => Boolean(hours) !== Boolean(time), HOURS));
export type DueRule = z.infer<typeof DueRule>;
