import { HOUR, MINUTE } from './calendar.ts';
import { stillDue } from './due.ts';
import type { Site } from './locations.ts';
import { FOR_GOOD, type Held, type Plan } from './plan.ts';

/** A reason to take out sets of some types: the hours, the duration, the share of all jobs, and its wordings. */
type Job = { types: string; from: number; to: number; lasts: [number, number]; share: number; why: string[] };

/** Days with movements. */
const DAYS = 60;
/** The routine ends this long before `now`; after that only scripted acts happen. */
const HUSH = 45 * MINUTE;
/** The longest time that routine sets are out at the end: a working day, not yet twelve hours. */
const OUT_SINCE = 9 * HOUR;
/** The activity of each hour from midnight on, of ten. */
const BUSY = [1, 1, 1, 1, 2, 4, 9, 10, 8, 5, 4, 3, 3, 3, 4, 5, 8, 9, 8, 7, 6, 7, 5, 2];

/** Types, hours of the day, hours out, share, and the reasons. */
const JOBS = `
day_shift 6-10 5-9 6 Day shift; Front desk cover; Cover for sickness; New starter shadowing; Caretaker on leave
day_shift 10-16 1.5-4 5 Day patrol, route 1; Site inspection with the client; Cleaners let in; Viewing with the agent
night_shift 18-24 7-9.5 6 Night patrol, route 2; Night patrol, route 4; Static guard, 22:00 to 06:00; Perimeter patrol
lock_ups 16-22 1-3 5 Evening lock-up; Lock-up round; Lock up and set the alarm; Late event, lock up after 22:00
lock_ups 5-9 0.6-2 3 Morning unlock; Unlock round; Early delivery; Opening up for the cleaners
static 9-16 0.5-3.5 2 Insurance survey; Escorted visit; Monthly check; Quarterly fire alarm test; Meter reading
day_shift,night_shift,lock_ups 0-24 0.6-1.8 0.4 Alarm response; Alarm response, police informed; Keyholder call-out`
  .trim()
  .split('\n')
  .map((line): Job => {
    const [types = '', hours = '', out = '', share, ...why] = line.split(' ');
    const [from = 0, to = 0] = hours.split('-').map(Number);
    const [least = 0, most = 0] = out.split('-').map(Number);
    return { types, from, to, lasts: [least, most], share: Number(share), why: why.join(' ').split('; ') };
  });

const ISSUE_NOTES = [
  'ID badge checked',
  'Radio 6 with the bunch',
  'Back by end of shift',
  'Client informed by phone',
];
const WEEKEND_VANS = [
  ['Manchester HQ', 'Van 07'],
  ['Leeds Office', 'Van 04'],
] as const;
const RETURN_NOTES = [
  'All keys present',
  'Counted and resealed',
  'One key stiff, oiled',
  'False alarm, panel reset',
];

/** `stillOut` sets issued within the last hours, before all other routine, so that their number is constant. */
export function planStillOut(plan: Plan, stillOut: number): void {
  const { calendar, chance } = plan;
  for (let left = stillOut; left > 0; ) {
    const at = calendar.now - chance.between(HUSH, OUT_SINCE);
    const hour = new Date(at).getHours();
    if (!chance.odds((BUSY[hour] ?? 0) / 10)) continue;
    const job = jobAt(plan, hour);
    // Vans never lend their last sets, so that an audit there always has some.
    const able = routineSets(plan, at, FOR_GOOD).filter(({ home }) => !home.name.startsWith('Van'));
    const fitting = able.filter(({ form }) => job.types.includes(form.type));
    left -= takeOut(plan, job, at, null, fitting.length > 0 ? fitting : able, Math.min(left, groupOf(plan)));
  }
}

/** Sixty days of issues and returns, increasing with time; weekends are quieter. */
export function planRoutine(plan: Plan): void {
  const { calendar, chance, sets } = plan;
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const rush = calendar.isWeekend(calendar.on(daysAgo, 12)) ? 0.5 : 1;
    const jobs = Math.round((2 + (5 * (DAYS - daysAgo)) / DAYS) * rush * chance.between(0.8, 1.2));
    for (let n = 0; n < jobs; n += 1) {
      const hour = chance.pick([...BUSY.keys()], (one) => BUSY[one] ?? 0);
      const at = calendar.on(daysAgo, hour + chance.between(0, 1));
      const job = jobAt(plan, hour);
      const back = at + chance.between(...job.lasts) * HOUR;
      if (back > calendar.now - HUSH - 5 * MINUTE) continue;
      const able = sets.filter(
        (set) => job.types.includes(set.form.type) && plan.isFree(set, at, back + HOUR),
      );
      if (able.length > 0) takeOut(plan, job, at, back, able, groupOf(plan));
    }
  }
}

/** Every Friday some sets of the offices move to the patrol vans, and on Monday they return. */
export function planWeekends(plan: Plan): void {
  const { now, on } = plan.calendar;
  const hush = now - 2 * HUSH;
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const [friday, monday] = [on(daysAgo, 14.6), on(daysAgo - 3, 8.4)];
    if (new Date(friday).getDay() !== 5 || friday > hush) continue;
    const back = monday > hush ? FOR_GOOD : monday;
    for (const [office, van] of WEEKEND_VANS) {
      const able = routineSets(plan, friday, back + HOUR).filter(({ home }) => home.name === office);
      for (const set of able.slice(daysAgo % 5, (daysAgo % 5) + 3)) {
        set.busy.push({ from: friday - HOUR, to: back + HOUR });
        plan.move(friday, set.id, { location: van }, 'Weekend cover');
        if (back !== FOR_GOOD) plan.move(back, set.id, { location: office }, 'Weekend cover ended');
      }
    }
  }
}

const routineSets = ({ sets, isFree }: Plan, from: number, to: number): Held[] =>
  sets.filter((set) => !set.scripted && isFree(set, from, to));

const jobAt = ({ chance }: Plan, hour: number): Job =>
  chance.pick(
    JOBS.filter(({ from, to }) => from <= hour && hour < to),
    ({ share }) => share,
  );

const groupOf = ({ chance }: Plan): number => chance.pick([1, 2, 3], (size) => 6 / size ** 2);

const officerOf = ({ chance }: Plan, { byDay, byNight }: Site, hour: number): string =>
  chance.pick<string>(hour < 6 || hour >= 17 ? byNight : byDay);

/** One person takes one or more sets of a location for one job, and returns them together unless `back` is null. Returns their number. */
function takeOut(plan: Plan, job: Job, at: number, back: number | null, able: Held[], size: number): number {
  const { chance } = plan;
  const lead = chance.pick(able);
  const first = able.indexOf(lead);
  const taken = able.slice(first, first + size).filter(({ home }) => home === lead.home);
  const [officer, purpose] = [officerOf(plan, lead.home, new Date(at).getHours()), chance.pick(job.why)];
  for (const set of taken) set.busy.push({ from: at, to: back === null ? FOR_GOOD : back + HOUR });
  const ids = taken.map(({ id }) => id);
  const together = ids.length > 1 ? ids : lead.id;
  const notes = chance.odds(0.16) ? chance.pick(ISSUE_NOTES) : null;
  const dueAt = back === null ? stillDue(plan, at, lead.form.type) : undefined;
  plan.issue(at, together, officer, purpose, dueAt === undefined ? { notes } : { notes, dueAt });
  const found = chance.odds(0.18) ? chance.pick(RETURN_NOTES) : null;
  if (back !== null) plan.returnKeys(back, together, officer, { notes: found });
  return taken.length;
}
