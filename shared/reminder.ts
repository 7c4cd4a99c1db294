import * as z from 'zod/mini';
import { instant } from './text.ts';
import { CLOCK_TIME } from './zone.ts';

const REMINDER_WISHES = ['never', 'soon', 'daily'] as const;
const wish = z.enum(REMINDER_WISHES, 'Choose when to hear of what is overdue');
const NO_TIME = 'Enter a time such as 08:00';

/**
 * GET /api/reminders: when the caller wants email about overdue sets at their locations: never, `soon` (at most one an hour), or once a day
 * at `time` ("08:00") in the company's time zone. `mail`: whether this server can send email.
 */
export const ReminderWish = z.object({
  wish,
  time: z.nullable(z.string()),
  timezone: z.string(),
  mail: z.boolean(),
});
export type ReminderWish = z.infer<typeof ReminderWish>;

/** POST /api/reminders: `time` only with `daily`. */
export const ReminderForm = z
  .object({
    wish,
    time: z.optional(z.nullable(z.string(NO_TIME).check(z.regex(CLOCK_TIME, NO_TIME)))),
  })
  .check(z.refine((form) => form.wish !== 'daily' || Boolean(form.time), { error: NO_TIME, path: ['time'] }));

/**
 * GET /api/reminders/health: the last run with how many letters it queued, how many left in the last seven days, and how many wait for the
 * mail server. `late`: no run for so long that something is wrong (REMINDERS_LATE_MINUTES).
 */
export const ReminderHealth = z.object({
  mail: z.boolean(),
  ranAt: z.nullable(instant),
  letters: z.int(),
  week: z.int(),
  waiting: z.int(),
  late: z.boolean(),
});
export type ReminderHealth = z.infer<typeof ReminderHealth>;

/** POST /api/reminders/stop, by the token of a letter's link. */
export const StopRemindersForm = z.object({
  token: z.string('This link is invalid or was used already').check(z.maxLength(100)),
});
