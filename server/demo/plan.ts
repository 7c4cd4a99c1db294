import type { CompanyCallName } from '../features/feature.ts';
import { SETS } from './northgate.ts';
import { type Act, type Actor, NEXT_TAG } from './stage.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const FOR_GOOD = Number.POSITIVE_INFINITY;
const HALF_HOUR = 30 * MINUTE;

/** The full or half hour at or before a moment. */
export const halfHourBy = (at: number): string =>
  new Date(Math.floor(at / HALF_HOUR) * HALF_HOUR).toISOString();
/** The full or half hour at or after a moment. */
export const halfHourFrom = (at: number): string => halfHourBy(at + HALF_HOUR - 1);

/**
 * Times in milliseconds since 1970, counted back from `now`, with hours in the server's own time zone: the demo usually runs where it is
 * viewed. Hours may be fractions: 14.5 is half past two.
 */
export type Calendar = ReturnType<typeof makeCalendar>;

function makeCalendar(now: number) {
  const on = (daysAgo: number, hour: number): number => {
    const date = new Date(now);
    // Starts from noon, an hour that every day has.
    date.setHours(12, 0, 0, 0);
    date.setDate(date.getDate() - daysAgo);
    return date.setHours(0, 0, 0, Math.round(hour * HOUR));
  };
  return {
    now,
    on,
    /** As `on`, but on a working day: a weekend's becomes the Friday before. */
    onWorkday(daysAgo: number, hour: number): number {
      const day = new Date(on(daysAgo, 12)).getDay();
      return on(daysAgo + (day === 6 ? 1 : day === 0 ? 2 : 0), hour);
    },
    /** The most recent time at this hour that is at least `atLeast` ago. */
    latest(hour: number, atLeast: number): number {
      let days = 0;
      while (on(days, hour) > now - atLeast) days += 1;
      return on(days, hour);
    },
  };
}

export const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getDay());

/** A set, since when the routine may take it, and from when it may not, because the script needs it or it is out at the end. */
export type Held = (typeof SETS)[number] & { free: number; until: number };

type Custody = { dueAt?: string; signature?: object; notes?: string | null };
type Count = { notes?: string | null; keysCounted?: number; fobsCounted?: number; missingNote?: string };

/** The demo's acts, planned in any order. */
export type Plan = ReturnType<typeof openPlan>;

/** Times (`at`) are in milliseconds since 1970; locations, sets and people are given by name. */
export function openPlan(now: number) {
  const acts: Act[] = [];
  const sets = SETS.map((set): Held => ({ ...set, free: 0, until: FOR_GOOD }));
  function write(
    at: number,
    who: Actor,
    call: CompanyCallName,
    body: Act['body'],
    more: Partial<Act> = {},
  ): void {
    acts.push({ at: Math.floor(at), who, call, body, ...more });
  }
  const of = (id: string) => ({ params: { id } });
  return {
    calendar: makeCalendar(now),
    chance: makeChance(1847),
    sets,
    write,
    /** Keeps the routine away from a set from an hour before `at` on. */
    reserve(id: string, at: number): void {
      const set = sets.find((one) => one.id === id);
      if (!set) throw new Error(`There is no ${id}`);
      set.until = Math.min(set.until, at - HOUR);
    },
    /** Issues one set or, as one batch, several. Without `dueAt` the type's rule applies. */
    issue(at: number, ids: string[], name: string, purpose: string, more: Custody = {}): void {
      const body = { officerName: name, holderId: name, purpose, ...more };
      const [id = ''] = ids;
      if (ids.length === 1) write(at, atDesk(at), 'issueKeyBunch', body, of(id));
      else write(at, atDesk(at), 'issueBatch', { ...body, items: ids.map((keyBunchId) => ({ keyBunchId })) });
    },
    /** Takes back what was issued together. */
    returnKeys(at: number, ids: string[], officerName: string, { notes = null, ...count }: Count = {}): void {
      const [id = ''] = ids;
      const back = { newTag: NEXT_TAG, ...count };
      const items = ids.map((keyBunchId) => ({ keyBunchId, ...back }));
      if (ids.length === 1) write(at, atDesk(at), 'returnKeyBunch', { officerName, notes, ...back }, of(id));
      else write(at, atDesk(at), 'returnBatch', { notes, items });
    },
    /** All acts in order of time; those of one moment as they were planned. */
    inOrder: (): Act[] => acts.toSorted((one, other) => one.at - other.at),
  };
}

/** The person at the desk: by day Dana and Tom on weekdays and Hannah at weekends; by night Hannah, but Tom on Fridays and Saturdays. */
export function atDesk(at: number): Actor {
  const [hour, day] = [new Date(at).getHours(), new Date(at).getDay()];
  if (hour >= 7 && hour < 17) return isWeekend(at) ? 'Hannah' : day === 5 || hour % 3 === 0 ? 'Dana' : 'Tom';
  const evening = hour < 7 ? (day + 6) % 7 : day;
  return evening === 5 || evening === 6 ? 'Tom' : 'Hannah';
}

/** Moves and new sets are done by Dana and Tom. */
export const managerAt = (at: number): Actor => (atDesk(at) === 'Hannah' ? 'Tom' : atDesk(at));

/** Pseudorandom numbers that are identical in every run (mulberry32); another seed makes another routine. */
function makeChance(seed: number) {
  let state = seed;
  /** From 0 to below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T;
  return { pick, between: (low: number, high: number): number => low + next() * (high - low) };
}
