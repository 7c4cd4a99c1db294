import { DEMO_ACCOUNTS } from '../features/auth/demo-accounts.ts';
import type { CompanyCallName } from '../features/feature.ts';
import { HOUR, makeCalendar } from './calendar.ts';
import { type Planned, plannedSets } from './locations.ts';
import { type Act, type Actor, isRecord } from './stage.ts';

/** An arbitrary number; another one makes another routine. */
const SEED = 1847;
/** Placeholder for the next tag on the roll, replaced once all acts are in order. */
const NEXT_TAG = 'the next tag';
const FIRST_TAG = 447_901;
export const FOR_GOOD = Number.POSITIVE_INFINITY;

/** A planned set and the times when it is taken; `scripted` when it has a part beyond the routine. */
export type Held = Planned & { scripted: boolean; busy: { from: number; to: number }[] };

type Change = {
  status?: string;
  notes?: string | null;
  keyCount?: number;
  fobCount?: number;
  imageUrl?: number;
};

/** Options of an issue; without `dueAt` the type's rule applies. */
type About = {
  notes?: string | null;
  dueAt?: string | null;
  signature?: { signer: string; path: string };
};
type Count = { notes?: string | null; keysCounted?: number; fobsCounted?: number; missingNote?: string };

/** The demo's acts, planned in any order; each avoids the times of those planned before it. */
export type Plan = ReturnType<typeof openPlan>;

/** Times (`at`) are in milliseconds since 1970; locations and sets are given by name. */
export function openPlan(now: number) {
  const calendar = makeCalendar(now);
  const chance = makeChance(SEED);
  const acts: Act[] = [];
  const sets = plannedSets().map((set): Held => {
    const nfcSerial = chance.odds(0.6) ? `04${chance.hex(12)}` : null;
    return { ...set, form: { ...set.form, nfcSerial }, scripted: false, busy: [] };
  });

  const desk = (at: number): Actor => atDesk(at, calendar.isWeekend(at));
  /** Moves, new types and new sets are done by Dana and Tom. */
  const manager = (at: number): Actor => (desk(at) === 'Hannah' ? 'Tom' : desk(at));
  const write = (
    at: number,
    who: Actor,
    call: CompanyCallName,
    body: Act['body'],
    more: Partial<Act> = {},
  ): void => {
    acts.push({ at: Math.floor(at), who, call, body, ...more });
  };
  const of = (id: string) => ({ params: { id } });

  return {
    calendar,
    chance,
    sets,
    desk,
    write,
    manager,
    find(id: string): Held {
      const set = sets.find((one) => one.id === id);
      if (!set) throw new Error(`There is no ${id}`);
      return set;
    },
    isFree: ({ busy }: Held, from: number, to: number): boolean =>
      !busy.some((other) => from < other.to && other.from < to),
    /** Reserves a set for a scripted part: keeps the routine away from an hour before `from` to an hour after `to`. */
    reserve(id: string, from: number, to = FOR_GOOD): void {
      const set = this.find(id);
      set.scripted = true;
      set.busy.push({ from: from - HOUR, to: to + HOUR });
    },
    add(at: number, { id, home, form }: Held): void {
      const body = { ...form, currentTag: NEXT_TAG, locationId: home.name };
      write(at, manager(at), 'createKeyBunch', body, { makes: id });
    },
    /** Issues one set or, as one batch, several. */
    issue(at: number, ids: string | string[], officer: string, purpose: string, about: About = {}): void {
      const account = DEMO_ACCOUNTS.some(({ firstName, lastName }) => `${firstName} ${lastName}` === officer);
      const body = { ...toWhom(officer, account, ids), purpose, ...about };
      if (typeof ids === 'string') write(at, desk(at), 'issueKeyBunch', body, of(ids));
      else write(at, desk(at), 'issueBatch', { ...body, items: ids.map((keyBunchId) => ({ keyBunchId })) });
    },
    returnKeys(at: number, ids: string | string[], officer: string, about: Count = {}): void {
      const { notes = null, ...counted } = about;
      const back = { newTag: NEXT_TAG, ...counted };
      if (typeof ids === 'string')
        write(at, desk(at), 'returnKeyBunch', { officerName: officer, notes, ...back }, of(ids));
      else {
        const items = ids.map((keyBunchId) => ({ keyBunchId, ...back }));
        write(at, desk(at), 'returnBatch', { notes, items });
      }
    },
    move(at: number, id: string, to: { location?: string | null; type?: string }, notes: string): void {
      const body = { toLocationId: to.location ?? null, toBunchType: to.type ?? null, notes };
      write(at, manager(at), 'moveKeyBunch', body, of(id));
    },
    edit(at: number, id: string, change: Change): void {
      write(at, desk(at), 'updateKeyBunch', change, of(id));
    },
    remove: (at: number, id: string, reason: string): void =>
      write(at, 'Dana', 'deleteKeyBunch', { reason }, of(id)),
    /** All acts in order of time, with tags from one roll. */
    inOrder: (): Act[] => underOneRoll(acts.toSorted((one, other) => one.at - other.at)),
  };
}

/** The person at the desk: by day Dana and Tom on weekdays and Hannah at weekends; by night Hannah, but Tom on Fridays and Saturdays. */
function atDesk(at: number, weekend: boolean): Actor {
  const [hour, day] = [new Date(at).getHours(), new Date(at).getDay()];
  if (hour >= 7 && hour < 17) return weekend ? 'Hannah' : day === 5 || hour % 3 === 0 ? 'Dana' : 'Tom';
  const evening = hour < 7 ? (day + 6) % 7 : day;
  return evening === 5 || evening === 6 ? 'Tom' : 'Hannah';
}

/** The recipient: for a single set a name or an account, as in its form; for a batch an account's name, or the holder's record. */
const toWhom = (officer: string, account: boolean, ids: string | string[]) =>
  typeof ids === 'string'
    ? { officerName: officer, officerUserId: account ? officer : null }
    : account
      ? { officerName: officer }
      : { holderId: officer };

/** Assigns the tags of one roll in the order of the acts. */
function underOneRoll(acts: Act[]): Act[] {
  let tag = FIRST_TAG;
  const tagged = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(tagged);
    return value === NEXT_TAG ? String(tag++) : isRecord(value) ? within(value) : value;
  };
  const within = (body: Act['body']): Act['body'] =>
    Object.fromEntries(Object.entries(body).map(([field, value]) => [field, tagged(value)]));
  return acts.map((act) => ({ ...act, body: within(act.body) }));
}

/** A pseudorandom generator that is identical in every run (mulberry32). */

function makeChance(seed: number) {
  let state = seed;
  /** From 0 to below 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** One of the choices, which must not be empty, with probabilities in proportion to their weights. */
  const pick = <T>(choices: readonly T[], weightOf: (choice: T) => number = () => 1): T => {
    let left = next() * choices.reduce((sum, choice) => sum + weightOf(choice), 0);
    for (const choice of choices) {
      left -= weightOf(choice);
      if (left < 0) return choice;
    }
    return choices.at(-1) as T;
  };
  return {
    pick,
    between: (low: number, high: number): number => low + next() * (high - low),
    /** True with the probability `share`. */
    odds: (share: number): boolean => next() < share,
    /** `digits` hexadecimal digits. */
    hex: (digits: number): string =>
      Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16))
        .join('')
        .toUpperCase(),
  };
}
