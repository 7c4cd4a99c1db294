import * as z from 'zod/mini';
import { type ClockTime, clockAt, momentOf } from './zone.ts';

const HOURS = 'Enter a whole number of hours from 1 to 8760';
const CLOCK = 'Enter a time such as 06:00';

/** A time on a clock: "06:00". */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** By when sets of a type are due: so many hours after their issue, or the next time it is that o'clock in the company's time zone: one of the two. */
export const DueRule = z
  .object({
    hours: z.optional(z.nullable(z.int(HOURS).check(z.gte(1, HOURS), z.lte(8760, HOURS)))),
    time: z.optional(z.nullable(z.string(CLOCK).check(z.regex(CLOCK_TIME, CLOCK)))),
  })
  .check(z.refine(({ hours, time }) => Boolean(hours) !== Boolean(time), HOURS));
export type DueRule = z.infer<typeof DueRule>;

const HOUR_MS = 3_600_000;

/** The next moment that a zone's clocks show a time ("06:00"), at least an hour after `from`; both in epoch milliseconds. */
export function nextClock(time: string, from: number, zone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today: ClockTime = { ...clockAt(from, zone), hour, minute };
  for (let later = 0; ; later += 1) {
    const moment = momentOf({ ...today, day: today.day + later }, zone);
    if (moment >= from + HOUR_MS) return moment;
  }
}

/** The last moment, at `moment` or before it, that a zone's clocks showed a time ("08:00"); both in epoch milliseconds. */
export function lastClock(time: string, moment: number, zone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today: ClockTime = { ...clockAt(moment, zone), hour, minute };
  for (let earlier = 0; ; earlier += 1) {
    const shown = momentOf({ ...today, day: today.day - earlier }, zone);
    if (shown <= moment) return shown;
  }
}

/** When a set issued at `from` is due by its type's rule, in epoch milliseconds; null without one. */
export function dueBy(rule: DueRule | null, from: number, zone: string): number | null {
  if (rule?.hours) return from + rule.hours * HOUR_MS;
  return rule?.time ? nextClock(rule.time, from, zone) : null;
}
