import * as z from 'zod/mini';
import { NAME_MAX } from './limits.ts';
import { CATEGORY_SLUGS, categoryOf, settingNameOf } from './setting-words.ts';
import { instant, optionalText, requiredLine } from './text.ts';
import { CLOCK_TIME } from './zone.ts';

/** One configured entry. `name` is the stored value, `displayName` what people read; a change names `updatedAt` in If-Match. */
export const Setting = z.object({
  id: z.int(),
  name: z.string(),
  displayName: z.string(),
  description: z.nullable(z.string()),
  color: z.nullable(z.string()),
  isActive: z.boolean(),
  /** For a key type: when issued sets are due, after N hours or at the next occurrence of a time ("06:00", company time); else null. */
  due: z.nullable(z.object({ hours: z.nullable(z.int()), time: z.nullable(z.string()) })),
  updatedAt: instant,
});
export type Setting = z.infer<typeof Setting>;

/** GET /api/settings: every category ordered by display name, inactive entries too. */
export const Settings = z.object({
  keyTypes: z.array(Setting),
  statuses: z.array(Setting),
  locationTypes: z.array(Setting),
  actions: z.array(Setting),
});
export type Settings = z.infer<typeof Settings>;

/** {category} in a path: kebab-case or camelCase. */
export const CategoryParam = z.pipe(
  z.enum([...CATEGORY_SLUGS, 'keyTypes', 'locationTypes']),
  z.transform(categoryOf),
);

const NAME_REQUIRED = 'Name is required';
const nameField = z
  .string(NAME_REQUIRED)
  .check(
    z.overwrite(settingNameOf),
    z.minLength(1, NAME_REQUIRED),
    z.maxLength(NAME_MAX, `Must be at most ${NAME_MAX} characters`),
  );
const NOT_A_COLOR = 'Enter a colour such as #3b82f6';
/** `#rrggbb` in lower case; missing, null or blank means no own colour. */
const colorField = z.optional(
  z.pipe(
    z.nullable(
      z.string(NOT_A_COLOR).check(
        z.overwrite((text: string) => text.trim().toLowerCase()),
        z.regex(/^(#[0-9a-f]{6})?$/, NOT_A_COLOR),
      ),
    ),
    z.transform((color: string | null) => color || null),
  ),
);
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

const ofSetting = {
  description: optionalText(),
  color: colorField,
  isActive: z.optional(z.boolean('Unknown value')),
  /** For a key type; null removes its rule. */
  due: z.optional(z.nullable(DueRule)),
};

/** POST /api/settings/{category}. */
export const SettingForm = z.object({
  name: nameField,
  displayName: requiredLine('Display name is required'),
  ...ofSetting,
});

/** PATCH of a setting: only the fields sent are changed. */
export const SettingPatch = z.object({
  name: z.optional(nameField),
  displayName: z.optional(requiredLine('Display name is required')),
  ...ofSetting,
});

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
