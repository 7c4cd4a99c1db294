import { type Agenda, type Calendar, HOUR, MINUTE } from './calendar.ts';
import { CONTRACTORS, officerFor } from './people.ts';
import { HOMES, type Home, VAN_OF } from './places.ts';
import type { Chance } from './random.ts';
import type { Held, Register } from './register.ts';
import { ISSUE_NOTES, type Job, moveNote, purposeOf, RETURN_NOTES } from './words.ts';

type Tools = { agenda: Agenda; calendar: Calendar; register: Register; chance: Chance };

/** The days of which movements are told. */
const DAYS = 60;
/** Nothing but the story's own last entries happens after this. */
const HUSH = 45 * MINUTE;
/** Those still out went out this recently: a working day, not yet twelve hours. */
const OUT_SINCE = 9 * HOUR;

/** How busy each hour is, from midnight on. */
const BUSY = [1, 1, 1, 1, 2, 4, 9, 10, 8, 5, 4, 3, 3, 3, 4, 5, 8, 9, 8, 7, 6, 7, 5, 2];
const JOBS: readonly [until: number, jobs: readonly (readonly [Job, number])[]][] = [
  [
    5,
    [
      ['alarm', 3],
      ['night', 1],
    ],
  ],
  [
    9,
    [
      ['day', 7],
      ['unlock', 2],
      ['static', 0.4],
    ],
  ],
  [
    15,
    [
      ['day', 6],
      ['static', 2],
      ['alarm', 0.4],
    ],
  ],
  [
    19,
    [
      ['lockUp', 6],
      ['night', 2],
      ['day', 0.8],
    ],
  ],
  [
    23,
    [
      ['night', 6],
      ['lockUp', 3],
      ['alarm', 0.8],
    ],
  ],
  [
    24,
    [
      ['night', 3],
      ['alarm', 2],
    ],
  ],
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
    const count = (4 + (13 * (DAYS - daysAgo)) / DAYS) * (weekend ? 0.55 : 1.1) * chance.between(0.8, 1.2);
    let left = Math.round(count);
    while (left > 0) {
      const at = calendar.on(daysAgo, hourOf(chance), chance.whole(0, 59)) + chance.between(0, 59_000);
      const size = groupOf(chance);
      left -= size;
      if (at < calendar.now - HUSH - HOUR) planJob(tools, at, Math.min(size, 4), false);
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
    const job = chance.weighted(JOBS.find(([until]) => hour < until)?.[1] ?? []);
    const back = stays ? Number.POSITIVE_INFINITY : backBy(chance, calendar, job, at);
    if (back < at + 20 * MINUTE) return;
    const taken = choose(register, chance, job, at, back, size, stays);
    const [lead] = taken;
    if (!lead) return;

    const outsider = job === 'static' && chance.odds(0.7) ? chance.pick(CONTRACTORS) : null;
    const officer = outsider?.[0] ?? officerFor(chance, lead.place, hour);
    const purpose = outsider?.[1] ?? purposeOf(chance, job, lead.form.keyDescription ?? '');
    const notes = chance.odds(0.16) ? chance.pick(ISSUE_NOTES) : null;
    for (const [index, bunch] of taken.entries()) {
      if (!stays) bunch.quiet.push([at, back]);
      agenda.plan(at + index * chance.between(25_000, 70_000), (now) =>
        register.issue(now, bunch, {
          officer,
          purpose: chance.odds(0.04) ? '' : purpose,
          notes: index === 0 ? notes : null,
          newTag: chance.odds(0.07),
        }),
      );
      if (stays) bunch.quiet.push([at, back]);
      else {
        const note = index === 0 && chance.odds(0.18) ? chance.weighted(RETURN_NOTES) : null;
        agenda.plan(back + index * chance.between(20_000, 60_000), (now) =>
          register.giveBack(now, bunch, note),
        );
      }
    }
  });
}

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
  const free = register.bunches.filter((bunch) => register.free(bunch, at, back + HOUR));
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
  return near.slice(0, job === 'alarm' && !stays ? 1 : size);
}

/** Every Friday some keys of the offices go on the patrol vans, on Monday they come back; and now and then one key travels. */
export function planTravel(tools: Tools): void {
  const { agenda, calendar, chance } = tools;
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const friday = calendar.on(daysAgo, 14, chance.whole(30, 59));
    if (new Date(friday).getDay() === 5 && friday < calendar.now - HUSH) planWeekend(tools, friday);
    const some = calendar.on(daysAgo, chance.whole(9, 16), chance.whole(0, 59));
    if (!calendar.isWeekend(some) && some < calendar.now - 2 * HUSH && chance.odds(0.7)) {
      agenda.plan(some, (at) => travel(tools, at));
    }
  }
}

function planWeekend({ agenda, calendar, register, chance }: Tools, friday: number): void {
  for (const [office, van] of Object.entries(VAN_OF) as [Home, Home][]) {
    agenda.plan(friday, async (at) => {
      const able = atHand(register, at).filter(
        (bunch) => bunch.place === office && bunch.home === office && /lock_ups|night/.test(bunch.type),
      );
      const start = chance.whole(0, Math.max(0, able.length - 3));
      for (const [index, bunch] of able.slice(start, start + chance.whole(2, 3)).entries()) {
        agenda.plan(at + index * 47_000, (now) =>
          register.move(now, bunch, { place: van, notes: 'Weekend cover' }),
        );
        const home = (now: number) => {
          if (now > calendar.now - HUSH) return;
          agenda.plan(now, async (then) => {
            if (bunch.place !== van || bunch.status === 'missing') return;
            if (!register.free(bunch, then, then + HOUR)) return home(then + 3.3 * HOUR);
            await register.move(then, bunch, { place: office, notes: 'Weekend cover ended' });
          });
        };
        home(new Date(friday).setHours(72 + 8, 20 + index, 12));
      }
    });
  }
}

/** One bunch goes elsewhere for a reason, or one that is away comes home. */
async function travel({ register, chance }: Tools, at: number): Promise<void> {
  const able = atHand(register, at);
  const away = able.filter((bunch) => bunch.place !== bunch.home);
  const bunch = chance.pick(away.length > 0 && chance.odds(0.6) ? away : able);
  const elsewhere = Object.values(HOMES).filter(
    (place) => place !== bunch.home && near(bunch.home as Home, place),
  );
  const to = bunch.place === bunch.home ? chance.pick(elsewhere) : (bunch.home as Home);
  await register.move(at, bunch, { place: to, notes: moveNote(chance, bunch.home as Home, to) });
}

/** Van 04 drives round Leeds, Van 07 round Manchester; offices send keys to each other. */
const near = (home: Home, place: Home): boolean =>
  place.startsWith('Van') ? VAN_OF[home] === place : !home.startsWith('Van') || VAN_OF[place] === home;

const atHand = (register: Register, at: number): Held[] =>
  register.bunches.filter((bunch) => !bunch.pinned && register.free(bunch, at, at + HOUR));
