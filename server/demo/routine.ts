import { FOR_GOOD, type Held, HOUR, halfHourFrom, isWeekend, MINUTE, type Plan } from './plan.ts';

/** Days with movements. */
const DAYS = 60;
/** The routine ends this long before `now`; after that only scripted acts happen. */
const HUSH = 45 * MINUTE;
/** The time over which the sets that are still out at the end were issued. */
const OUT_SINCE = 8 * HOUR;

/** Jobs: types, hours of the day, hours out, share of all jobs, and the reasons. */
const JOBS = `
day_shift 6-10 5-9 6 Day shift; Front desk cover; Cover for sickness; New starter shadowing; Caretaker on leave
day_shift 10-16 1.5-4 5 Day patrol, route 1; Site inspection with the client; Cleaners let in; Viewing with the agent
night_shift 18-24 7-9.5 6 Night patrol, route 2; Night patrol, route 4; Static guard, 22:00 to 06:00; Perimeter patrol
lock_ups 16-22 1-3 5 Evening lock-up; Lock-up round; Lock up and set the alarm; Late event, lock up after 22:00
lock_ups 5-9 0.6-2 3 Morning unlock; Unlock round; Early delivery; Opening up for the cleaners
static 9-16 0.5-3.5 2 Insurance survey; Escorted visit; Monthly check; Quarterly fire alarm test; Meter reading
day_shift,night_shift,lock_ups 0-24 0.6-1.8 1 Alarm response; Alarm response, police informed; Keyholder call-out`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [types = '', hours = '', out = '', share, ...why] = line.split(' ');
    const [from = 0, to = 0] = hours.split('-').map(Number);
    const [least = 0, most = 0] = out.split('-').map(Number);
    const job = { types, from, to, least, most, why: why.join(' ').split('; ') };
    return Array.from({ length: Number(share) }, () => job);
  });
type Job = (typeof JOBS)[number];

/** One set mostly, sometimes two or three. */
const GROUPS = [1, 1, 1, 1, 2, 3];
const ISSUE_NOTES = [
  'ID badge checked',
  'Radio 6 with the bunch',
  'Back by end of shift',
  'Client informed by phone',
];
const RETURN_NOTES = [
  'All keys present',
  'Counted and resealed',
  'One key stiff, oiled',
  'False alarm, panel reset',
];
/** A note on every sixth act. */
const noted = ({ chance }: Plan, notes: string[]): string | null =>
  chance.between(0, 6) < 1 ? chance.pick(notes) : null;

/**
 * Sets issued one after another in the last nine hours and still out, planned before all other routine, so that their number is constant. They
 * are due late enough to stay as they are during a demonstration. Vans lend none, so that an audit there always finds some.
 */
export function planStillOut(plan: Plan, stillOut: number): void {
  const { calendar, chance, sets } = plan;
  const able = sets.filter(({ site, until }) => until === FOR_GOOD && !site.name.startsWith('Van'));
  for (let index = 0; index < stillOut; index += 1) {
    const set = able[Math.floor((index * able.length) / stillOut)];
    const job = set && JOBS.find(({ types }) => types.includes(set.form.type));
    if (!job) continue;
    const at = calendar.now - HUSH - (index * OUT_SINCE) / stillOut;
    set.until = at;
    takeOut(plan, job, at, [set], halfHourFrom(calendar.now + chance.between(1.5, 4) * HOUR));
  }
}

/** Sixty days of issues and returns, increasing with time; weekends are quieter. */
export function planRoutine(plan: Plan): void {
  const { calendar, chance, sets } = plan;
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const rush = isWeekend(calendar.on(daysAgo, 12)) ? 0.5 : 1;
    const jobs = Math.round((2 + (5 * (DAYS - daysAgo)) / DAYS) * rush * chance.between(0.8, 1.2));
    const day = Array.from({ length: jobs }, () => {
      const job = chance.pick(JOBS);
      return { job, at: calendar.on(daysAgo, chance.between(job.from, job.to)) };
    });
    for (const { job, at } of day.sort((one, other) => one.at - other.at)) {
      const back = at + chance.between(job.least, job.most) * HOUR;
      if (back > calendar.now - HUSH) continue;
      const able = sets.filter(
        ({ form, free, until }) => job.types.includes(form.type) && free < at && back + HOUR < until,
      );
      if (able.length === 0) continue;
      for (const set of takeOut(plan, job, at, able, undefined, back)) set.free = back + HOUR;
    }
  }
}

/** One person takes one or more neighbouring sets of a location, and returns them together if there is a `back`. */
function takeOut(plan: Plan, job: Job, at: number, able: Held[], dueAt?: string, back?: number): Held[] {
  const { chance, issue, returnKeys } = plan;
  const lead = chance.pick(able);
  const first = able.indexOf(lead);
  const taken = able.slice(first, first + chance.pick(GROUPS)).filter(({ site }) => site === lead.site);
  const hour = new Date(at).getHours();
  const officer = chance.pick(hour < 6 || hour >= 17 ? lead.site.byNight : lead.site.byDay);
  const ids = taken.map(({ id }) => id);
  issue(at, ids, officer, chance.pick(job.why), { notes: noted(plan, ISSUE_NOTES), ...(dueAt && { dueAt }) });
  if (back !== undefined) returnKeys(back, ids, officer, { notes: noted(plan, RETURN_NOTES) });
  return taken;
}
