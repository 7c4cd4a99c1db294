import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSite, type Site, staffOf } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld();
const SHIFTS = 1000;
const ACTS = 700;

/** Pseudorandom numbers that are identical in every run (mulberry32). */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, pick: <T>(from: readonly T[]): T => from[below(from.length)] as T };
}
type Chance = ReturnType<typeof chance>;

/** One act at the desk with a random set; the register may refuse it. */
async function act({ admin, company }: Site, { below, pick }: Chance, sets: number[], context: Context) {
  const { places, people, device } = context;
  const set = pick(sets);
  const params = { id: set };
  const newTag = `T${below(1e9)}`;
  switch (below(11)) {
    case 0:
    case 1:
    case 2: {
      const items = [...new Set([set, pick(sets), pick(sets)])].map((keyBunchId) => ({ keyBunchId }));
      const { body } = await admin.call('issueBatch', { body: { holderId: pick(people), items } });
      if (body.batchId) context.batch = body.batchId;
      return;
    }
    case 3:
    case 4: {
      const toLocationId = below(3) === 0 ? pick(places) : null;
      const items = [{ keyBunchId: set, newTag, keysCounted: 1, fobsCounted: 0, toLocationId }];
      const { body } = await admin.call('returnBatch', { body: { items } });
      if (body.batchId) context.batch = body.batchId;
      return;
    }
    case 5:
      return admin.call('handOver', { params, body: { holderId: pick(people) } });
    case 6:
      return admin.call('moveKeyBunch', {
        params,
        body: below(3) === 0 ? { toBunchType: 'static' } : { toLocationId: pick(places) },
      });
    case 7:
      return admin.call('updateKeyBunch', {
        params,
        body: below(3) > 0 ? { status: 'missing' } : { status: 'active', currentTag: newTag },
      });
    case 8:
      if (context.batch) await admin.call('undoBatch', { body: { batchId: context.batch } });
      return admin.call('undoCustody', { params, body: {} });
    case 9: {
      context.n += 1;
      const read = (await admin.call('getKeyBunch', { params })).body;
      const { status, currentTag, locationId, holder } = read as typeof read & { locationId: number };
      const doneAt = new Date(Date.now() - below(30) * 1000).toISOString();
      const isOut = status === 'issued';
      const entry = {
        ...{ n: context.n, key: randomUUID(), keyBunchId: set, doneAt },
        seen: { status, holderId: holder?.id ?? null, currentTag, locationId },
        ...(isOut
          ? { kind: 'return' as const, body: { officerName: holder?.name ?? '', newTag } }
          : { kind: 'issue' as const, body: { holderId: pick(people) } }),
      };
      return admin.call('sendOutbox', { body: { device, entries: [entry] } });
    }
    default: {
      // One in five is deleted, and another takes its place.
      if (below(5) > 0) return;
      const { status } = await admin.call('deleteKeyBunch', { params, body: { reason: 'Sold' } });
      if (status === 200)
        sets[sets.indexOf(set)] = (await company.bunch(pick(places), { keyCount: 1, fobCount: 0 })).id;
      return;
    }
  }
}
type Context = { places: number[]; people: number[]; device: string; n: number; batch: string | null };

type Entry = {
  seq: number;
  set: number;
  action: string;
  done: string;
  undone: boolean;
  after: { status?: string; location?: number } | null;
};
type Shift = { n: number; location: number; from: number; to: number; start: string };
const LINES = ['issued', 'returned', 'lost', 'moved', 'undone', 'late'] as const;
type Line = (typeof LINES)[number];
const SIGNS: Record<Line, number> = { issued: 1, returned: -1, lost: -1, moved: 1, undone: 1, late: 1 };

/** The history replayed: what was out at a location after each entry, and by how much each entry changed it. */
function replay(entries: Entry[], location: number) {
  const outAt = new Map<number, number | null>();
  let out = 0;
  return entries.map(({ set, after, ...entry }) => {
    const now = after?.status === 'issued' ? (after.location ?? null) : null;
    const change = Number(now === location) - Number(outAt.get(set) === location);
    outAt.set(set, now);
    out += change;
    return { ...entry, change, out };
  });
}

const lineOf = ({ undone, done, action }: Pick<Entry, 'undone' | 'done' | 'action'>, start: string): Line => {
  if (undone) return 'undone';
  if (done < start) return 'late';
  return (
    ({ issue: 'issued', return: 'returned', status_change: 'lost' } as Record<string, Line>)[action] ??
    'moved'
  );
};

test(`the figures of ${SHIFTS} random shifts add up, line by line, as the history replayed`, {
  timeout: 60_000,
}, async () => {
  const site = await makeSite(world);
  const dice = chance(20_261_127);
  const places = [site.here.id, site.there.id];
  const officer = await site.company.as('officer');
  const people = [await staffOf(site, site.admin.id), await staffOf(site, officer.id)];
  const device = randomUUID();
  await site.admin.call('registerDevice', { body: { id: device, name: 'Phone' } });
  const sets: number[] = [];
  for (let n = 0; n < 12; n += 1)
    sets.push((await site.company.bunch(dice.pick(places), { keyCount: 1, fobCount: 0 })).id);
  const context: Context = { places, people, device, n: 0, batch: null };
  for (let n = 0; n < ACTS; n += 1) await act(site, dice, sets, context);

  const entries = await world.sql<Entry>(
    `select seq::int, key_bunch_id as set, action_type as action, to_char(done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as done,
       details ? 'undoneAction' as undone, after from movement_history where company_id = $1 order by seq`,
    [site.company.id],
  );
  const kinds = new Set(entries.map(({ action, undone }) => (undone ? 'undo' : action)));
  expect([...kinds].sort()).toEqual(
    ['deleted', 'handover', 'issue', 'location_move', 'move', 'return', 'status_change', 'undo'].sort(),
  );
  const shifts = Array.from({ length: SHIFTS }, (_, n): Shift => {
    const [one, other] = [dice.below(entries.length), dice.below(entries.length)];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    return { n, location: dice.pick(places), from, to, start: entries[from]?.done ?? '' };
  });
  const sums = await world.ownerTransactions.forSystem(async (tx) => {
    await tx.query(`set local app.company_id = '${site.company.id}'`);
    const { rows } = await tx.query(
      `select one.n, s.* from jsonb_to_recordset($1::jsonb) as one (n int, location int, "from" bigint, "to" bigint, start timestamptz),
         room_sum(one.location, one."from", one."to", one.start) s order by one.n`,
      [JSON.stringify(shifts)],
    );
    return rows as Record<Line, number>[];
  });

  const seen = new Map<Line, number>();
  const replays = new Map(places.map((place) => [place, replay(entries, place)]));
  for (const { n, location, from, to, start } of shifts) {
    const all = replays.get(location) ?? [];
    const before = all[from - 1]?.out ?? 0;
    const expected = Object.fromEntries(LINES.map((line) => [line, 0])) as Record<Line, number>;
    for (const entry of all.slice(from, to)) expected[lineOf(entry, start)] += entry.change;
    const sum = sums[n];
    const signed = Object.fromEntries(LINES.map((line) => [line, SIGNS[line] * (sum?.[line] ?? 0) + 0]));
    expect(signed, `shift ${n}`).toEqual(expected);
    const total = LINES.reduce((whole, line) => whole + SIGNS[line] * (sum?.[line] ?? 0), before);
    expect(total, `shift ${n}`).toBe(all[to - 1]?.out ?? before);
    for (const line of LINES) seen.set(line, (seen.get(line) ?? 0) + Math.abs(expected[line]));
  }
  // Each line was met often enough to prove something.
  for (const line of LINES) expect(seen.get(line), line).toBeGreaterThan(10);
});
