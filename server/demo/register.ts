import { Refusal } from '../http/refusal.ts';
import { DEMO_COMPANY } from './accounts.ts';
import { type Planned, plannedBunches } from './bunches.ts';
import { type Calendar, HOUR, MINUTE } from './calendar.ts';
import { type Actor, accountOf, atTheDesk } from './people.ts';
import { type Home, LOCATIONS } from './places.ts';
import type { Chance } from './random.ts';
import type { Stage } from './stage.ts';

/** A bunch as the story knows it. Between the moments of `quiet` the routine leaves it alone: something is told of it there. */
export type Held = Planned & {
  id: number;
  place: Home;
  type: string;
  status: string;
  holder: string | null;
  sealed: string | null;
  /** How often it is wanted. */
  fame: number;
  pinned: boolean;
  quiet: [from: number, to: number][];
};

/** An audit under way: its session, who counts, and the bunches that are there. */
export type Count = { id: number; who: Actor; present: number[] };

type Issue = { officer: string; purpose?: string; notes?: string | null; newTag?: boolean };

/** The first seal on each place's roll; the first seals of all were put on from one roll. */
const ROLLS: Record<Home, number> = {
  'Manchester HQ': 448_101,
  'Leeds Office': 448_601,
  'Bristol Depot': 448_951,
  'Birmingham Office': 449_251,
  'Van 07': 449_501,
  'Van 04': 449_751,
};
const FIRST_ROLL = 447_901;

export type Register = ReturnType<typeof openRegister>;

/** The demo company's cabinet: what may be done with it, each by its call, and what is known of it afterwards. */
export function openRegister(stage: Stage, chance: Chance, calendar: Calendar, userIds: Map<string, number>) {
  const bunches: Held[] = plannedBunches(() => (chance.odds(0.6) ? `04${chance.hex(6)}` : null)).map(
    (planned) => ({
      ...planned,
      id: 0,
      place: planned.home,
      type: planned.form.type ?? '',
      status: 'none',
      holder: null,
      sealed: null,
      fame: planned.form.identifier === 'MCR-0147' ? 6 : chance.between(0.3, 2),
      pinned: false,
      quiet: [],
    }),
  );
  const places = new Map<Home, number>();
  const rolls = { ...ROLLS };
  let first = FIRST_ROLL;

  const desk = (at: number): Actor => atTheDesk(new Date(at));
  const placeId = (place: Home): number => places.get(place) ?? 0;
  const nextTag = (place: Home): string => {
    rolls[place] += chance.odds(0.08) ? 2 : 1;
    return String(rolls[place] - 1);
  };
  const gone = (bunch: Held) => bunches.splice(bunches.indexOf(bunch), 1);
  /** Moves, new types and new bunches are for Dana and Tom. */
  const manager = (at: number): Actor => (desk(at) === 'Hannah' ? 'Tom' : desk(at));

  return {
    bunches,
    find(identifier: string): Held {
      const bunch = bunches.find(({ form }) => form.identifier === identifier);
      if (!bunch) throw new Error(`${DEMO_COMPANY.name} has no ${identifier}`);
      return bunch;
    },
    /** Whether the routine may have it from `at` to `until`. */
    free: (bunch: Held, at: number, until: number): boolean =>
      bunch.status === 'active' && !bunch.quiet.some(([from, to]) => at < to && from < until),

    async open(at: number): Promise<void> {
      for (const [index, body] of LOCATIONS.entries()) {
        const made = await stage.act('createLocation', 'Dana', at + index * 4 * MINUTE, { body });
        places.set(body.name, made.id);
      }
    },
    async limit(at: number, place: Home, description: string): Promise<void> {
      const body = { status: 'limited', description };
      await stage.act('updateLocation', 'Tom', at, { params: { id: placeId(place) }, body });
    },
    async add(at: number, bunch: Held): Promise<void> {
      const body = { ...bunch.form, currentTag: String(first), locationId: placeId(bunch.place) };
      const made = await stage.act('createKeyBunch', manager(at), at, { body });
      first += 1;
      bunch.id = made.id;
      bunch.status = 'active';
    },
    async issue(at: number, bunch: Held, { officer, purpose, notes, newTag }: Issue): Promise<void> {
      bunch.sealed = newTag ? nextTag(bunch.place) : null;
      const body = {
        officerName: officer,
        officerUserId: userIds.get(accountOf(officer)?.email ?? '') ?? null,
        purpose: purpose ?? null,
        notes: notes ?? null,
        newTag: bunch.sealed,
      };
      await stage.act('issueKeyBunch', desk(at), at, { params: { id: bunch.id }, body });
      bunch.status = 'issued';
      bunch.holder = officer;
    },
    /** Back under the seal that went out with it, or the next on the roll. */
    async giveBack(at: number, bunch: Held, notes: string | null = null): Promise<void> {
      const body = {
        officerName: bunch.holder ?? '',
        newTag: bunch.sealed ?? nextTag(bunch.place),
        notes,
      };
      await stage.act('returnKeyBunch', desk(at), at, { params: { id: bunch.id }, body });
      bunch.status = 'active';
      bunch.holder = null;
    },
    async move(at: number, bunch: Held, to: { place?: Home; type?: string; notes: string | null }) {
      const body = {
        toLocationId: to.place ? placeId(to.place) : null,
        toBunchType: to.type ?? null,
        notes: to.notes,
      };
      await stage.act('moveKeyBunch', manager(at), at, { params: { id: bunch.id }, body });
      bunch.place = to.place ?? bunch.place;
      bunch.type = to.type ?? bunch.type;
    },
    /** A new status, or an edit. A bunch found without its seal gets one. */
    async change(
      at: number,
      bunch: Held,
      change: {
        status?: string;
        notes?: string | null;
        nfcSerial?: string;
        keyCount?: number;
        fobCount?: number;
        imageUrl?: string;
      },
    ): Promise<void> {
      const lost = bunch.status === 'missing' && change.status === 'active' && bunch.holder !== null;
      const body = { ...change, ...(lost && { currentTag: nextTag(bunch.place) }) };
      await stage.act('updateKeyBunch', desk(at), at, { params: { id: bunch.id }, body });
      if (change.status === 'active') bunch.holder = null;
      bunch.status = change.status ?? bunch.status;
    },
    async startAudit(at: number, place: Home): Promise<Count> {
      const who = desk(at);
      const { id, expected } = await stage.act('startAudit', who, at, {
        body: { locationId: placeId(place) },
      });
      const present = expected.filter(({ status }) => status !== 'missing').map((bunch) => bunch.id);
      return { id, who, present };
    },
    async tick(at: number, { id, who }: Count, keyBunchId: number): Promise<void> {
      await stage.act('tickAudit', who, at, { params: { id }, body: { keyBunchId, seen: true } });
    },
    /** What hangs there and should not is noted and refused. */
    async scanStray(at: number, { id, who }: Count, nfcSerial: string): Promise<void> {
      await stage
        .act('scanAudit', who, at, { body: { auditSessionId: id, nfcSerial } })
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
    },
    /** Everything is seen but what was missing before. */
    async completeAudit(at: number, count: Count, notes: string | null): Promise<void> {
      const { id, who, present } = count;
      for (const bunch of present) await this.tick(at, count, bunch);
      const body = { notes };
      await stage.act('completeAudit', who, at, { params: { id }, body });
    },
    async remove(at: number, bunch: Held, reason: string): Promise<void> {
      await stage.act('deleteKeyBunch', 'Dana', at, { params: { id: bunch.id }, body: { reason } });
      gone(bunch);
    },
    /** Keeps the routine away from a bunch around what is told of it, and random moves for good. */
    tell(bunch: Held, from: number, to: number = Number.POSITIVE_INFINITY): void {
      bunch.pinned = true;
      bunch.quiet.push([from - HOUR, to + HOUR]);
    },
    registeredAt: (bunch: Held, index: number): number =>
      bunch.daysAgo === null
        ? calendar.on(63 - Math.floor(index / 40), 9, 30) +
          (index % 40) * 9.5 * MINUTE +
          chance.between(0, 1.5 * MINUTE)
        : calendar.onWorkday(bunch.daysAgo, chance.whole(10, 14), chance.whole(0, 59)),
  };
}
