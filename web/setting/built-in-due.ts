import type { DueRule } from '../../shared/due-rule.ts';

/** When sets of the built-in key types are usually due: the rules that copying them proposes. */
export const BUILT_IN_DUE: Record<string, DueRule | undefined> = {
  day_shift: { hours: null, time: '18:00' },
  night_shift: { hours: null, time: '08:00' },
  lock_ups: { hours: 12, time: null },
};

/** A due rule in a column: "At 18:00", "After 12 hours", "No time". */
export function dueRuleText(rule: DueRule | null): string {
  if (rule?.time) return `At ${rule.time}`;
  if (rule?.hours) return `After ${rule.hours === 1 ? '1 hour' : `${rule.hours} hours`}`;
  return 'No time';
}
