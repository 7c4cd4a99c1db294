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
/** Sets that are not overdue at the end are due no sooner than this, so they stay that way during a demonstration. */
const QUIET = 45 * MINUTE;

const iso = (at: number): string => new Date(at).toISOString();

/** The full or half hour at or before a moment. */
export const halfHourBy = (at: number): string => iso(Math.floor(at / HALF_HOUR) * HALF_HOUR);
/** The full or half hour at or after a moment. */
export const halfHourFrom = (at: number): string => iso(Math.ceil(at / HALF_HOUR) * HALF_HOUR);

/** Still tonight, or this afternoon: the first full or half hour that leaves time to look. */
export const dueTonight = ({ now }: Calendar): string => halfHourFrom(now + QUIET);

/** When a set that went out at a moment and is still out is due: by the rule of its type, or some hours from now where that has passed. */
export function stillDue({ calendar }: Plan, at: number, type: string): string {
  const due = dueBy(RULES[type] ?? null, at, calendar.zone) ?? 0;
  if (due >= calendar.now + QUIET) return iso(due);
  return halfHourFrom(calendar.now + (1.5 + (Math.floor(at / MINUTE) % 6) / 2) * HOUR);
}

/** Each key type gets its rule on the first morning. */
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
