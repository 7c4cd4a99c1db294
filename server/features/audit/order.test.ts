import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { makeSite, type Site } from '../../testing/site.ts';
import { type Person, useWorld } from '../../testing/world.ts';

// Decision 0075: whenever counts arrive, an audit is as if each had arrived when it was made.
const world = useWorld();
let site: Site;
let people: [Person, Person];
beforeAll(async () => {
  site = await makeSite(world);
  people = [await site.company.as('officer'), await site.company.as('officer')];
});

const SETS = 3;
/** A tick or scan of a set, or an untick, by one of the two; its place in the list is when it was made. */
type Count = { by: 0 | 1; set: number; how: 'tick' | 'scan' | 'untick' };
const aCount: fc.Arbitrary<Count> = fc.record({
  by: fc.constantFrom(0, 1),
  set: fc.nat(SETS - 1),
  how: fc.constantFrom('tick', 'scan', 'untick'),
});

/** Who saw each set, after counts that arrive in the order in which they were made; null for one that is not seen. */
function replay(made: Count[]): (0 | 1 | null)[] {
  const seen: (0 | 1 | null)[] = Array.from({ length: SETS }, () => null);
  for (const { by, set, how } of made) seen[set] = how === 'untick' ? null : (seen[set] ?? by);
  return seen;
}

/** Counts of each device in its own order, and those of the two mixed as `turns` says; the index of a count is when it was made. */
function arrivals(made: Count[], turns: boolean[]): number[] {
  const queues = [0, 1].map((by) => made.flatMap((one, at) => (one.by === by ? [at] : [])));
  const order: number[] = [];
  for (let n = 0; order.length < made.length; n += 1) {
    const [own = [], other = []] = turns[n % turns.length] ? queues : queues.toReversed();
    const next = own.shift() ?? other.shift();
    if (next !== undefined) order.push(next);
  }
  return order;
}

async function play(made: Count[], turns: boolean[], inTime: number): Promise<void> {
  const place = await site.company.location();
  const sets: { id: number; serial: string }[] = [];
  for (let n = 0; n < SETS; n += 1) {
    const serial = `04:F${place.id}:0${n}`;
    sets.push({ serial, id: (await site.company.bunch(place.id, { nfcSerial: serial })).id });
  }
  const { body: begun } = await people[0].call('startAudit', { body: { locationId: place.id } });
  const params = { id: begun.id };
  const [row] = await world.sql<{ start: Date }>(
    `update audit_sessions set start_time = start_time - interval '1 hour' where id = $1 returning start_time as start`,
    [begun.id],
  );
  const start = row?.start.getTime() ?? 0;
  const send = async (at: number) => {
    const { by, set, how } = made[at] as Count;
    const { id: keyBunchId = 0, serial: nfcSerial = '' } = sets[set] ?? {};
    const doneAt = new Date(start + (at + 1) * 60_000).toISOString();
    const { status } =
      how === 'scan'
        ? await people[by].call('scanAudit', { body: { auditSessionId: begun.id, nfcSerial, doneAt } })
        : await people[by].call('tickAudit', { params, body: { keyBunchId, seen: how === 'tick', doneAt } });
    expect(how === 'scan' ? [200, 409] : [200]).toContain(status);
  };
  const read = async () => (await people[1].call('getAudit', { params })).body;
  const order = arrivals(made, turns);
  const arrived = (count: number) =>
    replay(
      order
        .slice(0, count)
        .toSorted((a, b) => a - b)
        .map((at) => made[at] as Count),
    );
  /** Compares the open session with the replay of the counts that have arrived. */
  const compare = async (count: number) => {
    const now = await read();
    const seen = sets.map(({ id }) => now.seen.find(({ keyBunchId }) => keyBunchId === id)?.userId ?? null);
    const wanted = arrived(count).map((by) => (by === null ? null : people[by].id));
    expect(seen).toEqual(wanted);
    expect(now.totalScanned).toBe(wanted.filter((id) => id !== null).length);
    for (const { userId, counted } of now.members)
      expect(counted).toBe(wanted.filter((id) => id === userId).length);
  };
  for (const at of order.slice(0, inTime)) await send(at);
  await compare(inTime);
  const missing = arrived(inTime).filter((by) => by === null).length;
  const done = await people[0].call('completeAudit', {
    params,
    body: { confirmMissing: missing, ...(missing === SETS && { allMissing: true }) },
  });
  expect(done.status).toBe(200);
  for (const at of order.slice(inTime)) await send(at);
  // What was seen in time stays present; of the others those are that late counts leave seen.
  const statuses = await Promise.all(
    sets.map(async ({ id }) => (await site.admin.call('getKeyBunch', { params: { id } })).body.status),
  );
  const [before, after] = [arrived(inTime), arrived(order.length)];
  expect(statuses).toEqual(
    sets.map((_, set) => (before[set] !== null || after[set] !== null ? 'active' : 'missing')),
  );
  expect((await read()).late).toHaveLength(order.length - inTime);
  // An undo makes late counts count.
  expect((await people[0].call('undoAudit', { params, body: {} })).status).toBe(200);
  await compare(order.length);
}

test('counts of two people in any order, removed, late or in time, are those of a replay in the order in which they were made', async () => {
  const runs = fc.tuple(
    fc.array(aCount, { minLength: 3, maxLength: 9 }),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
    fc.nat(9),
  );
  await fc.assert(
    fc.asyncProperty(runs, ([made, turns, inTime]) => play(made, turns, Math.min(inTime, made.length))),
    { numRuns: 12 },
  );
}, 60_000);
