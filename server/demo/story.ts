import type { DueRule } from '../../shared/due-rule.ts';
import { TYPE_LABELS } from '../../shared/key-bunch-words.ts';
import { BUILDINGS, LOCATIONS, peopleBy } from './northgate.ts';
import { HOUR, MINUTE, managerAt, openPlan, type Plan } from './plan.ts';
import { planRoutine, planStillOut } from './routine.ts';
import { planAudits, planLastDays, planPast } from './script.ts';
import { type Act, NEXT_TAG } from './stage.ts';

/** Sets that are out at the end: a quarter of all, less the eleven of planLastDays. */
const STILL_OUT = 30 - 11;

/** All acts in the demo company in the sixty-three days before `now`, in order; identical for equal `now` and time zone. */
export function makeStory(now: number): Act[] {
  const plan = openPlan(now);
  planOpening(plan);
  planPast(plan);
  planLastDays(plan);
  planStillOut(plan, STILL_OUT);
  planRoutine(plan);
  planAudits(plan);
  return plan.inOrder();
}

/** Due rules by type. */
const RULES: Record<string, DueRule> = {
  day_shift: { time: '18:00' },
  night_shift: { time: '07:00' },
  lock_ups: { time: '06:00' },
  static: { hours: 4 },
};
const STATUSES = [
  { name: 'inactive', displayName: 'Inactive', color: '#6b7280', description: 'Out of use for now' },
  {
    name: 'at_locksmith',
    displayName: 'At locksmith',
    color: '#7c3aed',
    description: 'Being cut or repaired',
  },
];

/** The people, the locations, the buildings, the custom statuses, the due rules, and the sets in four days. */
function planOpening({ calendar, sets, write }: Plan): void {
  const { on } = calendar;
  for (const [index, body] of peopleBy(calendar.now).entries())
    write(on(63, 8.5) + index * 45_000, 'Dana', 'createHolder', body, { makes: body.name });
  for (const [index, { name, description }] of LOCATIONS.entries()) {
    const body = { name, description, type: name.startsWith('Van') ? 'van' : 'office' };
    write(on(63, 8.9) + index * MINUTE, 'Dana', 'createLocation', body, { makes: name });
  }
  for (const [index, body] of BUILDINGS.entries())
    write(on(63, 9.05) + index * 15_000, 'Dana', 'createPremises', body, { makes: body.name });
  const setting = (category: string, body: Act['body'], makes: string) =>
    write(on(63, 9.4), 'Dana', 'createSetting', body, { params: { category }, makes });
  for (const body of STATUSES) setting('statuses', body, body.name);
  for (const [name, due] of Object.entries(RULES))
    setting('keyTypes', { name, displayName: `${TYPE_LABELS[name]}`, due }, name);
  for (const [index, set] of sets.entries()) {
    const at = on(63 - Math.floor(index / 40), 9.5) + (index % 40) * 9.5 * MINUTE;
    set.free = at + HOUR;
    write(at, managerAt(at), 'createKeyBunch', { ...set.form, currentTag: NEXT_TAG }, { makes: set.id });
  }
}
