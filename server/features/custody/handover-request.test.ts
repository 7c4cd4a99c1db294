import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../database/invariants.ts';
import { putClock } from '../../testing/put.ts';
import { makeSite, type Site, staffOf } from '../../testing/site.ts';
import { type Input, type Person, useWorld } from '../../testing/world.ts';

const world = useWorld({});

type Who = { person: Person; holderId: number };
const member = async (site: Site, role: 'officer' | 'viewer' = 'officer', about = {}): Promise<Who> => {
  const person = await site.company.as(role, about);
  return { person, holderId: await staffOf(site, person.id) };
};
/** A site, who has `count` sets of it, who is asked, and the sets. */
async function handing(count = 1, role: 'officer' | 'viewer' = 'officer') {
  const site = await makeSite(world);
  const [giver, receiver] = [
    await member(site, role, { firstName: 'Hannah', lastName: 'Boyd' }),
    await member(site, role, { firstName: 'Callum', lastName: 'Reid' }),
  ];
  const sets = [];
  for (let n = 0; n < count; n += 1) sets.push((await site.company.bunch(site.here.id)).id);
  await issue(site, sets, giver.holderId);
  return { site, giver, receiver, sets };
}
const itemsOf = (sets: number[]) => sets.map((keyBunchId) => ({ keyBunchId }));
const issue = (site: Site, sets: number[], holderId: number, dueAt: string | null = null) =>
  site.admin.call('issueBatch', { body: { holderId, dueAt, items: itemsOf(sets) } });
const askFor = ({ person }: Who, to: Who | number, sets: number[], about = {}) =>
  person.call('askHandover', {
    body: { holderId: typeof to === 'number' ? to : to.holderId, items: itemsOf(sets), ...about },
  });
const settle = <N extends 'acceptHandover' | 'refuseHandover' | 'withdrawHandover'>(
  name: N,
  person: Person,
  requestId: string,
  sets: number[],
) => person.call(name, { params: { requestId }, body: { items: itemsOf(sets) } } as Input<N>);
const mineOf = async (person: Person) => (await person.call('getMine')).body;
const holderOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunch', { params: { id } })).body.holder?.name ?? null;
const reasonsOf = ({ body }: { body: unknown }) =>
  (body as { items?: { message: string }[] }).items?.map(({ message }) => message);
const returnSet = (site: Site, id: number) =>
  site.admin.call('returnKeyBunch', { params: { id }, body: { officerName: 'Dana Holt', newTag: '900001' } });

describe('a hand-over that waits for a yes', () => {
  test('leaves the sets with the giver, who answers for them, and is shown to both', async () => {
    const { site, giver, receiver, sets } = await handing(2);
    const { status, body: request } = await askFor(giver, receiver, sets, {
      dueAt: '2120-01-01T06:00:00Z',
      notes: 'Gate B',
    });
    expect([status, request.from.name, request.to.name, request.notes]).toEqual([
      201,
      'Hannah Boyd',
      'Callum Reid',
      'Gate B',
    ]);
    expect(request.keyBunches.map(({ id }) => id)).toEqual(sets);
    expect(Date.parse(request.expiresAt) - Date.parse(request.askedAt)).toBeCloseTo(12 * 3_600_000, -3);
    expect(await holderOf(site, sets[0] ?? 0)).toBe('Hannah Boyd');
    const { body: history } = await site.admin.call('getKeyBunchHistory', { params: { id: sets[0] ?? 0 } });
    expect(history.map(({ action }) => action)).toEqual(['issue']);
    const [theirs, own] = [await mineOf(giver.person), await mineOf(receiver.person)];
    expect(theirs).toMatchObject({ held: 2, received: [], given: [{ requestId: request.requestId }] });
    expect(own).toMatchObject({ held: 0, keyBunches: [], given: [], received: [request] });
    const { body: dashboard } = await receiver.person.call('getDashboard');
    expect(dashboard.mine).toEqual({ sets: 0, overdue: 0, nextDue: null, asked: 2 });
    const { body: log } = await site.admin.call('listAuditLogs', { query: { keyBunchId: sets[0] ?? 0 } });
    expect(log[0]?.description).toMatch(/^Callum Reid was asked to take over SET-/);
  });

  test('says to the giver that the answer was no, or none, until the set is asked about again or gone', async () => {
    const { site, giver, receiver, sets } = await handing(2);
    const [first = 0, second = 0] = sets;
    const ended = async () =>
      (await mineOf(giver.person)).ended.map(({ keyBunchId, to, outcome }) => [keyBunchId, to.name, outcome]);
    const { requestId } = (await askFor(giver, receiver, sets)).body;
    expect(await ended()).toEqual([]);
    await settle('refuseHandover', receiver.person, requestId, [first]);
    expect(await ended()).toEqual([[first, 'Callum Reid', 'refused']]);
    expect((await mineOf(receiver.person)).ended).toEqual([]);
    await world.sql('update handover_requests set expires_at = clock_timestamp() where key_bunch_id = $1', [
      second,
    ]);
    expect((await ended()).toSorted()).toEqual(
      [
        [first, 'Callum Reid', 'refused'],
        [second, 'Callum Reid', 'expired'],
      ].toSorted(),
    );
    const again = (await askFor(giver, receiver, [first])).body;
    expect(await ended()).toEqual([[second, 'Callum Reid', 'expired']]);
    await settle('withdrawHandover', giver.person, again.requestId, [first]);
    expect(await ended(), 'taken back by the giver').toEqual([[second, 'Callum Reid', 'expired']]);
    await returnSet(site, second);
    expect(await ended()).toEqual([]);
  });

  test('ends when the person who was asked is deactivated, and says so to the giver', async () => {
    const { site, giver, receiver, sets } = await handing(1);
    const [id = 0] = sets;
    const { requestId } = (await askFor(giver, receiver, sets)).body;
    const setActive = (isActive: boolean) =>
      site.admin.call('updateUser', { params: { id: receiver.person.id }, body: { isActive } });
    expect((await setActive(false)).status).toBe(200);
    expect(await mineOf(giver.person)).toMatchObject({
      held: 1,
      given: [],
      ended: [{ keyBunchId: id, to: { name: 'Callum Reid' }, outcome: 'gone' }],
    });
    expect(reasonsOf(await settle('withdrawHandover', giver.person, requestId, sets))).toEqual([
      'Callum Reid has no active account any more',
    ]);
    // The giver asks another person.
    const other = await member(site, 'officer', { firstName: 'Ana', lastName: 'Ruiz' });
    expect((await askFor(giver, other, sets)).status).toBe(201);
    expect(await mineOf(giver.person)).toMatchObject({ given: [{ to: { name: 'Ana Ruiz' } }], ended: [] });
    const outcomes = await world.sql('select outcome from handover_requests where request_id = $1', [
      requestId,
    ]);
    expect(outcomes).toEqual([{ outcome: 'gone' }]);
  });

  test('becomes a hand-over with the yes: its due time, its history, one receipt, and nothing left to answer', async () => {
    const { site, giver, receiver, sets } = await handing(2);
    const [first = 0] = sets;
    const about = { dueAt: '2120-01-01T06:00:00Z', notes: 'Gate B' };
    const { requestId } = (await askFor(giver, receiver, sets, about)).body;
    const { status, body } = await settle('acceptHandover', receiver.person, requestId, sets);
    expect([status, body.keyBunches.map(({ holder }) => holder?.name)]).toEqual([
      200,
      ['Callum Reid', 'Callum Reid'],
    ]);
    expect(Date.parse(body.keyBunches[0]?.dueAt ?? '')).toBe(Date.parse('2120-01-01T06:00:00Z'));
    const [entry] = (await site.admin.call('getKeyBunchHistory', { params: { id: first } })).body;
    expect(entry).toMatchObject({
      action: 'handover',
      notes: 'Gate B',
      user: { firstName: 'Callum' },
      details: { fromHolder: 'Hannah Boyd', officer: 'Callum Reid', confirmed: true, batchId: body.batchId },
    });
    const receipt = await receiver.person.call('getReceipt', { params: { batchId: body.batchId } });
    expect(receipt.body).toMatchObject({ action: 'handover', holder: { name: 'Callum Reid' } });
    expect(receipt.body.items).toHaveLength(2);
    for (const { person } of [giver, receiver])
      expect(await mineOf(person)).toMatchObject({ received: [], given: [] });
    expect((await receiver.person.call('getDashboard')).body.mine).toMatchObject({ sets: 2, asked: 0 });
    // The undo of the yes gives them back.
    await receiver.person.call('undoBatch', { body: { batchId: body.batchId } });
    expect(await holderOf(site, first)).toBe('Hannah Boyd');
    expect(await mineOf(receiver.person)).toMatchObject({ held: 0, received: [] });
  });

  test('keeps the due time of each set unless a new one was asked for, and can be answered set by set', async () => {
    const { site, giver, receiver, sets } = await handing(0);
    for (const due of ['2120-01-01T06:00:00Z', null]) {
      const { id } = await site.company.bunch(site.here.id);
      await issue(site, [id], giver.holderId, due);
      sets.push(id);
    }
    const [first = 0, second = 0] = sets;
    const { requestId } = (await askFor(giver, receiver, sets)).body;
    const { body } = await settle('acceptHandover', receiver.person, requestId, [first]);
    expect(Date.parse(body.keyBunches[0]?.dueAt ?? '')).toBe(Date.parse('2120-01-01T06:00:00Z'));
    expect((await mineOf(receiver.person)).received[0]?.keyBunches.map(({ id }) => id)).toEqual([second]);
    expect((await settle('refuseHandover', receiver.person, requestId, [second])).body.message).toBe(
      'Hannah Boyd still has the keys',
    );
    expect((await mineOf(giver.person)).given).toEqual([]);
    expect(await holderOf(site, second)).toBe('Hannah Boyd');
    expect(reasonsOf(await settle('withdrawHandover', giver.person, requestId, sets))).toEqual([
      'Callum Reid has said yes already',
      'Callum Reid has said no',
    ]);
  });

  test('needs no right to issue: holders may ask and be asked, for their own sets', async () => {
    const { site, giver, receiver, sets } = await handing(1, 'viewer');
    const [own = 0] = sets;
    const { id: other } = await site.company.bunch(site.here.id);
    await issue(site, [other], await staffOf(site, site.admin.id));
    const foreign = await askFor(giver, receiver, [own, other]);
    expect([foreign.status, reasonsOf(foreign)]).toEqual([409, ['You do not have these keys']]);
    const { requestId } = (await askFor(giver, receiver, [own])).body;
    expect((await settle('withdrawHandover', receiver.person, requestId, [own])).status).toBe(403);
    expect((await settle('acceptHandover', receiver.person, requestId, [own])).status).toBe(200);
    // An officer may ask for the set of another.
    const asked = await askFor({ person: site.admin, holderId: 0 }, giver, [own]);
    expect(asked.body.from.name).toBe('Callum Reid');
    expect((await settle('withdrawHandover', receiver.person, asked.body.requestId, [own])).status).toBe(200);
  });
});

describe('refusals', () => {
  test('of a question: what is missing, unknown, out of reach, or asked already', async () => {
    const { site, giver, receiver, sets } = await handing(1);
    const [id = 0] = sets;
    const status = async (about: object, to: Who | number = receiver) =>
      (await askFor(giver, to, [id], about)).status;
    expect(await status({ items: [] })).toBe(400);
    expect(await status({ items: itemsOf([id, id]) })).toBe(400);
    expect(await status({ dueAt: '2020-01-01T06:00:00Z' })).toBe(400);
    expect(await status({}, 2_000_000_000)).toBe(404);
    expect(await status({ items: itemsOf([2_000_000_000]) })).toBe(404);
    const limited = await member(site, 'officer', { allowedLocationIds: [site.there.id] });
    expect((await askFor(limited, receiver, [id])).status).toBe(404);
    const outside = await world.sql<{ id: number }>(
      "insert into holders (company_id, name, kind) values ($1, 'Ana Ruiz', 'client') returning id",
      [site.company.id],
    );
    for (const to of [outside[0]?.id ?? 0, limited.holderId])
      expect((await askFor(giver, to, [id])).body).toMatchObject({ code: 'cannot_confirm' });
    expect(reasonsOf(await askFor(giver, giver, [id]))).toEqual(['Hannah Boyd has these keys already']);
    await askFor(giver, receiver, [id]);
    expect(reasonsOf(await askFor(giver, receiver, [id]))).toEqual([
      'Callum Reid was asked to take these keys',
    ]);
    await returnSet(site, id);
    expect(reasonsOf(await askFor(giver, receiver, [id]))).toEqual(['Keys are not currently issued']);
  });

  test('of an answer: by another person, about another set, or without a set', async () => {
    const { site, giver, receiver, sets } = await handing(1);
    const { id: other } = await site.company.bunch(site.here.id);
    const { requestId } = (await askFor(giver, receiver, sets)).body;
    const nowhere = '4f4c8ad8-6d53-4ab5-9f9c-3b7a3a0f8a11';
    for (const name of ['acceptHandover', 'refuseHandover'] as const) {
      for (const person of [giver.person, site.admin])
        expect((await settle(name, person, requestId, sets)).status).toBe(403);
      expect((await settle(name, receiver.person, nowhere, sets)).status).toBe(404);
      expect((await settle(name, receiver.person, requestId, [other])).status).toBe(404);
      expect((await settle(name, receiver.person, requestId, [])).status).toBe(400);
    }
    const bystander = await member(site, 'viewer');
    expect((await settle('withdrawHandover', bystander.person, requestId, sets)).status).toBe(403);
    expect((await mineOf(receiver.person)).received).toHaveLength(1);
  });

  test('of a yes whose giver or receiver changed: no longer theirs, at the limit, or without the location', async () => {
    const { site, giver, receiver, sets } = await handing(1);
    const [id = 0] = sets;
    const accept = (requestId: string) => settle('acceptHandover', receiver.person, requestId, [id]);
    const { requestId } = (await askFor(giver, receiver, sets)).body;
    await world.sql('update holders set valid_until = $2 where id = $1', [receiver.holderId, '2020-01-01']);
    expect((await accept(requestId)).body).toMatchObject({ code: 'holder' });
    await world.sql('update holders set valid_until = null where id = $1', [receiver.holderId]);
    const locations = (ids: number[]) =>
      site.admin.call('updateUser', {
        params: { id: receiver.person.id },
        body: { allowedLocationIds: ids },
      });
    await locations([site.there.id]);
    expect((await accept(requestId)).status).toBe(404);
    expect((await mineOf(receiver.person)).received).toEqual([]);
    await locations([]);
    // Returned meanwhile: the question is over, and open again if the return is undone.
    await returnSet(site, id);
    expect(reasonsOf(await accept(requestId))).toEqual(['Hannah Boyd no longer has these keys']);
    expect(await mineOf(receiver.person)).toMatchObject({ held: 0, received: [] });
    await site.admin.call('undoCustody', { params: { id }, body: {} });
    expect((await mineOf(receiver.person)).received).toHaveLength(1);
    // Returned and issued to the same person again is another matter.
    await returnSet(site, id);
    await issue(site, sets, giver.holderId);
    expect((await accept(requestId)).status).toBe(409);
    const again = await askFor(giver, receiver, sets);
    expect(again.status).toBe(201);
    expect((await accept(again.body.requestId)).status).toBe(200);
    const outcomes = await world.sql(
      'select outcome from handover_requests where key_bunch_id = $1 order by id',
      [id],
    );
    expect(outcomes).toEqual([{ outcome: 'overtaken' }, { outcome: 'accepted' }]);
  });

  test('after twelve hours the request is over, and the set can be asked about again', async () => {
    const { giver, receiver, sets } = await handing(1);
    try {
      await putClock(world, '2027-06-01T12:00:00Z');
      const { requestId } = (await askFor(giver, receiver, sets)).body;
      await putClock(world, '2027-06-02T00:00:01Z');
      expect(reasonsOf(await settle('acceptHandover', receiver.person, requestId, sets))).toEqual([
        'Callum Reid did not say yes within 12 hours',
      ]);
      expect((await mineOf(receiver.person)).received).toEqual([]);
      expect((await askFor(giver, receiver, sets)).status).toBe(201);
    } finally {
      await putClock(world, null);
    }
  });
});

describe('two people at once', () => {
  test('one yes counts, however often it is said', async () => {
    const { site, giver, receiver, sets } = await handing(2);
    const { requestId } = (await askFor(giver, receiver, sets)).body;
    const said = await Promise.all(
      Array.from({ length: 12 }, () => settle('acceptHandover', receiver.person, requestId, sets)),
    );
    expect(said.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)]);
    const moves = await world.sql(
      "select 1 from movement_history where company_id = $1 and action_type = 'handover'",
      [site.company.id],
    );
    expect(moves).toHaveLength(2);
  });

  test('of a yes and another act on the same set one is recorded, and the other is told which', async () => {
    const { site, giver, receiver, sets } = await handing(1);
    const [id = 0] = sets;
    const third = await member(site);
    const acts: (() => Promise<{ status: number }>)[] = [
      () => settle('withdrawHandover', giver.person, requestId, sets),
      () => settle('refuseHandover', receiver.person, requestId, sets),
      () => returnSet(site, id),
      () => giver.person.call('handOver', { params: { id }, body: { holderId: third.holderId } }),
    ];
    let requestId = '';
    for (let n = 0; n < 3; n += 1)
      for (const [at, act] of acts.entries()) {
        requestId = (await askFor(giver, receiver, sets)).body.requestId;
        const [yes, other] = await Promise.all([
          settle('acceptHandover', receiver.person, requestId, sets),
          act(),
        ]);
        // A return and a direct handover may also follow the yes: then both count, in this order.
        const both = at >= 2 && yes.status === 200 && other.status === 200;
        expect(
          both || (yes.status === 200) !== (other.status === 200),
          `${at}: ${yes.status} ${other.status}`,
        ).toBe(true);
        if (yes.status !== 200) expect(yes.status).toBe(409);
        expect((await mineOf(receiver.person)).received).toEqual([]);
        await returnSet(site, id);
        await issue(site, sets, giver.holderId);
      }
    for (const { sql } of Object.values(INVARIANTS)) expect(await world.sql(sql)).toEqual([]);
    expect((await world.chains(site.company.id)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
  });

  test('asking twice at once is one question', async () => {
    const { site, giver, receiver, sets } = await handing(1);
    const third = await member(site);
    const asked = await Promise.all([askFor(giver, receiver, sets), askFor(giver, third, sets)]);
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

test('the person asked is notified immediately, and no user who may not see the location', async () => {
  const { site, giver, receiver, sets } = await handing(1);
  const outside = await member(site, 'officer', { allowedLocationIds: [site.there.id] });
  const people = [receiver.person, outside.person];
  const before = await Promise.all(people.map(async (one) => (await one.call('getChanges')).body.position));
  await askFor(giver, receiver, sets);
  const heard = await Promise.all(
    people.map(
      async (one, n) => (await one.call('getChanges', { query: { after: before[n] ?? '' } })).body.changes,
    ),
  );
  expect(heard[0]?.map(({ topic }) => topic)).toContain('handovers');
  expect(heard[1]?.map(({ topic }) => topic)).not.toContain('handovers');
});

describe('an issue of sets that another person has', () => {
  const give = (site: Site, holderId: number, items: object[], about = {}) =>
    site.admin.call('issueBatch', { body: { holderId, items, ...about } });

  test('hands them over in the same batch, with one receipt and one undo', async () => {
    const { site, giver, receiver, sets } = await handing(1);
    const [held = 0] = sets;
    const { id: inside } = await site.company.bunch(site.here.id);
    const items = [{ keyBunchId: inside }, { keyBunchId: held, fromHolderId: giver.holderId }];
    const signature = { signer: 'Callum Reid', path: 'M0 0L10 10' };
    const { status, body } = await give(site, receiver.holderId, items, { signature, purpose: 'Lock-up' });
    expect([status, body.keyBunches.map(({ id, holder }) => [id, holder?.name])]).toEqual([
      200,
      [
        [inside, 'Callum Reid'],
        [held, 'Callum Reid'],
      ],
    ]);
    const [entry] = (await site.admin.call('getKeyBunchHistory', { params: { id: held } })).body;
    expect(entry).toMatchObject({
      action: 'handover',
      details: { fromHolder: 'Hannah Boyd', purpose: 'Lock-up', batchId: body.batchId },
    });
    expect(entry?.details.signature).toMatch(/^[0-9a-f]{64}$/);
    const receipt = (await site.admin.call('getReceipt', { params: { batchId: body.batchId } })).body;
    expect([receipt.action, receipt.items.length, receipt.signature?.signer]).toEqual([
      'issue',
      2,
      'Callum Reid',
    ]);
    expect((await site.admin.call('undoBatch', { body: { batchId: body.batchId } })).status).toBe(200);
    expect([await holderOf(site, inside), await holderOf(site, held)]).toEqual([null, 'Hannah Boyd']);
  });

  test('is refused as a whole when one came back, is with another, or is with the person already', async () => {
    const { site, giver, receiver, sets } = await handing(3);
    const [back = 0, other = 0, own = 0] = sets;
    await returnSet(site, back);
    for (const id of [other, own])
      await site.admin.call('handOver', { params: { id }, body: { holderId: receiver.holderId } });
    const answer = await give(site, receiver.holderId, [
      { keyBunchId: back, fromHolderId: giver.holderId },
      { keyBunchId: other, fromHolderId: giver.holderId },
      { keyBunchId: own, fromHolderId: receiver.holderId },
    ]);
    expect([answer.status, reasonsOf(answer)]).toEqual([
      409,
      ['Keys are not currently issued', 'Keys are already issued', 'Callum Reid has these keys already'],
    ]);
  });
});

const ACTS = ['ask', 'accept', 'refuse', 'withdraw', 'return', 'issue', 'handOver', 'stale'] as const;
type Act = { act: (typeof ACTS)[number]; set: number; who: number };

test('property: whatever three people do, a set has one holder, and a yes counts exactly while its question is open', async () => {
  const doing = fc.record({
    act: fc.constantFrom(...ACTS, 'ask' as const, 'accept' as const),
    set: fc.nat({ max: 1 }),
    who: fc.nat({ max: 2 }),
  });
  const acts = fc.array(doing, { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(acts, async (some) => {
      const { site, giver, receiver, sets } = await handing(2);
      const model = new Model(site, [giver, receiver, await member(site)], sets);
      for (const one of some) await model.does(one);
    }),
    { numRuns: 2 },
  );
  for (const { sql } of Object.values(INVARIANTS)) expect(await world.sql(sql)).toEqual([]);
}, 120_000);

/** What the register should say of two sets and three people, beside what it says. */
class Model {
  readonly holder: Map<number, Who | null>;
  readonly open = new Map<number, { requestId: string; to: Who }>();
  readonly past: { requestId: string; id: number; to: Who }[] = [];
  readonly site: Site;
  readonly people: Who[];
  readonly sets: number[];
  constructor(site: Site, people: Who[], sets: number[]) {
    this.site = site;
    this.people = people;
    this.sets = sets;
    this.holder = new Map(sets.map((id) => [id, people[0] ?? null]));
  }

  async does({ act, set, who: n }: Act): Promise<void> {
    const { site, holder, open, past } = this;
    const [id = 0, who = this.people[0] as Who] = [this.sets[set], this.people[n]];
    const [has, question] = [holder.get(id) ?? null, open.get(id)];
    if (act === 'ask') {
      const { status, body } = await askFor({ person: site.admin, holderId: 0 }, who, [id]);
      expect(status === 201, act).toBe(has !== null && has !== who && !question);
      if (status !== 201) return;
      open.set(id, { requestId: body.requestId, to: who });
      past.push({ requestId: body.requestId, id, to: who });
    } else if (act === 'return') {
      expect((await returnSet(site, id)).status === 200, act).toBe(has !== null);
      holder.set(id, null);
      open.delete(id);
    } else if (act === 'issue') {
      expect((await issue(site, [id], who.holderId)).status === 200, act).toBe(has === null);
      if (!has) holder.set(id, who);
    } else if (act === 'handOver') {
      const given = await site.admin.call('handOver', { params: { id }, body: { holderId: who.holderId } });
      expect(given.status === 200, act).toBe(has !== null && has !== who);
      if (given.status !== 200) return;
      open.delete(id);
      holder.set(id, who);
    } else if (act === 'stale') {
      const former = past.find((one) => one.id === id && one.requestId !== question?.requestId);
      if (!former) return;
      expect((await settle('acceptHandover', former.to.person, former.requestId, [id])).status).toBe(409);
    } else if (question) {
      const by = act === 'withdraw' ? site.admin : question.to.person;
      expect((await settle(`${act}Handover`, by, question.requestId, [id])).status, act).toBe(200);
      open.delete(id);
      if (act === 'accept') holder.set(id, question.to);
    }
    for (const one of this.people) {
      const mine = await mineOf(one.person);
      const idsOf = (test: (id: number) => boolean) => this.sets.filter(test).sort();
      expect(mine.keyBunches.map((bunch) => bunch.id).sort(), act).toEqual(
        idsOf((id) => holder.get(id) === one),
      );
      const asked = mine.received.flatMap(({ keyBunches }) => keyBunches.map((bunch) => bunch.id));
      expect(asked.sort(), act).toEqual(idsOf((id) => open.get(id)?.to === one));
    }
  }
}
