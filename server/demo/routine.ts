import { type Agenda, type Calendar, HOUR, MINUTE } from './calendar.ts';
import { CONTRACTORS, officerFor } from './people.ts';
import type { Chance } from './random.ts';
import type { Held, Register } from './register.ts';
import { ISSUE_NOTES, type Job, purposeOf, RETURN_NOTES } from './words.ts';

export type Tools = { agenda: Agenda; calendar: Calendar; register: Register; chance: Chance };

/** The days of which movements are told. */
export const DAYS = 60;
/** Nothing but the story's own last entries happens after this. */
export const HUSH = 45 * MINUTE;
/** Those still out went out this recently: a working day, not yet twelve hours. */
const OUT_SINCE = 9 * HOUR;

/** How busy each hour is, from midnight on. */
const BUSY = [1, 1, 1, 1, 2, 4, 9, 10, 8, 5, 4, 3, 3, 3, 4, 5, 8, 9, 8, 7, 6, 7, 5, 2];
/** What keys are taken out for, until each hour. */
const JOBS: readonly { until: number; jobs: Partial<Record<Job, number>> }[] = [
  { until: 5, jobs: { alarm: 3, night: 1 } },
  { until: 9, jobs: { day: 7, unlock: 2, static: 0.4 } },
  { until: 15, jobs: { day: 6, static: 2, alarm: 0.4 } },
  { until: 19, jobs: { lockUp: 6, night: 2, day: 0.8 } },
  { until: 23, jobs: { night: 6, lockUp: 3, alarm: 0.8 } },
  { until: 24, jobs: { night: 3, alarm: 2 } },
];
const TYPES: Record<Job, readonly string[]> = {
  day: ['day_shift'],
  night: ['night_shift'],
  lockUp: ['lock_ups'],
  unlock: ['lock_ups'],
  static: ['static'],
  alarm: ['day_shift', 'night_shift', 'lock_ups'],
};

/** Sixty days of issues and returns, more as the company comes to rely on Keyhold; weekends are quieter. Then those still out. */
export function planRoutine(tools: Tools, stillOut: number): void {
  const { calendar, chance } = tools;
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const weekend = calendar.isWeekend(calendar.on(daysAgo, 12));
    const count = (2 + (11 * (DAYS - daysAgo)) / DAYS) * (weekend ? 0.55 : 1.1) * chance.between(0.8, 1.2);
    let left = Math.round(count);
    while (left > 0) {
      const at = calendar.on(daysAgo, hourOf(chance), chance.whole(0, 59)) + chance.between(0, 59_000);
      const size = groupOf(chance);
      left -= size;
      if (at < calendar.now - HUSH - HOUR) planJob(tools, at, size, false);
    }
  }
  let left = stillOut;
  while (left > 0) {
    const at = calendar.now - chance.between(HUSH, OUT_SINCE);
    if (!chance.odds((BUSY[new Date(at).getHours()] ?? 1) / 10)) continue;
    const size = Math.min(left, groupOf(chance));
    planJob(tools, at, size, true);
    left -= size;
  }
}

const hourOf = (chance: Chance): number =>
  chance.weighted(BUSY.map((weight, hour) => [hour, weight] as const));

/** An alarm takes out one bunch. */
function jobAt(chance: Chance, hour: number, size: number): Job {
  const jobs = JOBS.find(({ until }) => hour < until)?.jobs ?? {};
  const able = Object.entries(jobs) as [Job, number][];
  return chance.weighted(able.filter(([job]) => job !== 'alarm' || size === 1));
}

const groupOf = (chance: Chance): number =>
  chance.weighted([
    [1, 6],
    [2, 3],
    [3, 1.4],
    [4, 0.6],
  ]);

/** One person takes one or more bunches of a place for one job, and brings them back together unless `stays`. */
function planJob(
  { agenda, calendar, register, chance }: Tools,
  start: number,
  size: number,
  stays: boolean,
): void {
  agenda.plan(start, async (at) => {
    const hour = new Date(at).getHours();
    const job = jobAt(chance, hour, size);
    const back = stays ? Number.POSITIVE_INFINITY : backBy(chance, calendar, job, at);
    if (back < at + 20 * MINUTE) return;
    const taken = choose(register, chance, job, at, back, size, stays);
    const [lead] = taken;
    if (!lead) return;

    const able = CONTRACTORS.filter(([, , doors]) => doors.test(lead.form.keyDescription ?? ''));
    const outsider = job === 'static' && chance.odds(0.7) ? chance.pick(able) : null;
    const officer = outsider?.[0] ?? officerFor(chance, lead.place, shiftOf(job, hour));
    const purpose = outsider?.[1] ?? purposeOf(chance, job, lead.form.keyDescription ?? '');
    const notes = chance.odds(0.16) ? chance.pick(ISSUE_NOTES) : null;
    for (const [index, bunch] of taken.entries()) {
      bunch.quiet.push([at, back]);
      agenda.plan(at + index * chance.between(25_000, 70_000), (now) =>
        register.issue(now, bunch, {
          officer,
          purpose: chance.odds(0.04) ? '' : purpose,
          notes: index === 0 ? notes : null,
          newTag: chance.odds(0.07),
        }),
      );
      if (stays) continue;
      const note = index === 0 && chance.odds(0.18) ? chance.weighted(RETURN_NOTES) : null;
      agenda.plan(back + index * chance.between(20_000, 60_000), (now) =>
        register.giveBack(now, bunch, note),
      );
    }
  });
}

const shiftOf = (job: Job, hour: number) =>
  job === 'night' || (job !== 'day' && (hour < 6 || hour >= 16)) ? 'night' : 'day';

/** When a job that begins at `at` is over; never after the hush. */
function backBy(chance: Chance, { now }: Calendar, job: Job, at: number): number {
  const date = new Date(at);
  const clock = (days: number, hour: number, spread: number) =>
    new Date(at).setHours(24 * days + hour, 0, 31, 0) + chance.between(0, spread) * HOUR;
  const due = {
    day: () => (date.getHours() < 13 ? clock(0, 14, 4.5) : at + chance.between(1.5, 4) * HOUR),
    night: () => clock(date.getHours() < 5 ? 0 : 1, 5, 2.3),
    lockUp: () => at + chance.between(1, 3.2) * HOUR,
    unlock: () => at + chance.between(0.6, 2) * HOUR,
    static: () => at + chance.between(0.5, 3.5) * HOUR,
    alarm: () => at + chance.between(0.6, 1.8) * HOUR,
  }[job]();
  const latest = now - HUSH - 5 * MINUTE;
  return due <= latest ? due : at + (latest - at) * chance.between(0.5, 1);
}

/** A bunch of a fitting kind that hangs in its cabinet, and its neighbours there. */
function choose(
  register: Register,
  chance: Chance,
  job: Job,
  at: number,
  back: number,
  size: number,
  stays: boolean,
): Held[] {
  const free = register.bunches.filter((bunch) => isAtWork(bunch) && register.free(bunch, at, back + HOUR));
  const fitting = free.filter((bunch) => TYPES[job].includes(bunch.type));
  const wanted = fitting.length > 0 || !stays ? fitting : free;
  if (wanted.length === 0) return [];
  const lead = chance.weighted(wanted.map((bunch) => [bunch, bunch.fame] as const));
  const place = register.bunches.indexOf(lead);
  const distance = (bunch: Held) => Math.abs(register.bunches.indexOf(bunch) - place);
  const near = (stays ? free : wanted)
    .filter((bunch) => bunch.place === lead.place || stays)
    .sort(
      (one, other) =>
        Number(other.type === lead.type && other.place === lead.place) -
          Number(one.type === lead.type && one.place === lead.place) || distance(one) - distance(other),
    );
  return near.slice(0, size);
}

/** Keys away at another office are there for the locksmith or a meeting. */
const isAtWork = ({ place, home, pinned }: Held): boolean =>
  pinned || place === home || place.startsWith('Van');
