import { dueBy } from '../../shared/due.ts';
import type { DueRule } from '../../shared/due-rule.ts';
import { TYPE_LABELS } from '../../shared/key-bunch-words.ts';
import { type Calendar, HOUR, MINUTE } from './calendar.ts';
import type { Plan } from './plan.ts';

/** Default due rules per type. */
const RULES: Record<string, DueRule> = {
  day_shift: { time: '18:00' },
  night_shift: { time: '07:00' },
  lock_ups: { time: '06:00' },
  static: { hours: 4 },
};

const HALF_HOUR = 30 * MINUTE;
/** Sets that are not overdue at the end are due at least this much later, so they stay that way during a demonstration. */
const QUIET = 45 * MINUTE;

const iso = (at: number): string => new Date(at).toISOString();

/** The full or half hour at or before a moment. */
export const halfHourBy = (at: number): string => iso(Math.floor(at / HALF_HOUR) * HALF_HOUR);
/** The full or half hour at or after a moment. */
export const halfHourFrom = (at: number): string => iso(Math.ceil(at / HALF_HOUR) * HALF_HOUR);

/** The first full or half hour that is far enough ahead for a demonstration. */
export const dueTonight = ({ now }: Calendar): string => halfHourFrom(now + QUIET);

/** The due time of a set issued at `at` and still out: by the rule of its type, or some hours from now when that has passed. */
export function stillDue({ calendar }: Plan, at: number, type: string): string {
  const due = dueBy(RULES[type] ?? null, at, calendar.zone) ?? 0;
  if (due >= calendar.now + QUIET) return iso(due);
  return halfHourFrom(calendar.now + (1.5 + (Math.floor(at / MINUTE) % 6) / 2) * HOUR);
}

/** Gives each key type its rule on the first morning. */
export function planDueRules({ calendar, write }: Plan): void {
  for (const [name, due] of Object.entries(RULES))
    write(
      calendar.on(63, 9.42),
      'Dana',
      'createSetting',
      { name, displayName: `${TYPE_LABELS[name]}`, due },
      { params: { category: 'keyTypes' } },
    );
}
