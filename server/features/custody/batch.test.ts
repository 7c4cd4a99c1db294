import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../database/invariants.ts';
import { makeSite, type Site } from '../../testing/site.ts';
import { useWorld } from '../../testing/world.ts';

const world = useWorld({});
const bunches = (site: Site, count: number, about: Record<string, unknown> = {}) =>
  Promise.all(Array.from({ length: count }, () => site.company.bunch(site.here.id, about)));
const itemsOf = (sets: { id: number }[]) => sets.map(({ id }) => ({ keyBunchId: id }));
const addHolder = async (site: Site, about: Record<string, unknown> = {}) => {
  const values = { name: 'Owen Hartley', kind: 'contractor', company_id: site.company.id, ...about };
  const [row] = await world.sql<{ id: number }>(
    `insert into holders (${Object.keys(values)}) values (${Object.keys(values).map((_, n) => `$${n + 1}`)}) returning id`,
    Object.values(values),
  );
  return row?.id ?? 0;
};
/** The sets named in a refusal. */
const itemsIn = ({ body }: { body: unknown }) => (body as { items?: unknown }).items;
const issue = (site: Site, body: Record<string, unknown>, by = site.admin) => by.call('issueBatch', { body });
const historyOf = async (site: Site, id: number) =>
  (await site.admin.call('getKeyBunchHistory', { params: { id } })).body;

describe('several sets at once', () => {
  test('go out to one person in the order asked for, with one number, a due time and what was signed', async () => {
    const site = await makeSite(world);
    const sets = await bunches(site, 3);
    const holderId = await addHolder(site);
    const signature = { signer: 'Owen Hartley', path: 'M0 0L10 10' };
    const dueAt = '2120-01-01T06:00:00.000Z';
    const { status, body } = await issue(site, {
      holderId,
      purpose: 'Lock-up',
      dueAt,
      signature,
      items: itemsOf(sets),
    });
    expect(status).toBe(200);
    expect(body.keyBunches.map(({ id }) => id)).toEqual(sets.map(({ id }) => id));
    for (const { id } of sets) {
      const { body: set } = await site.admin.call('getKeyBunch', { params: { id } });
      expect(set).toMatchObject({ status: 'issued', holder: { name: 'Owen Hartley', id: holderId } });
      expect(Date.parse(set.dueAt ?? '')).toBe(Date.parse(dueAt));
      const [entry] = await historyOf(site, id);
      expect(entry).toMatchObject({
        action: 'issue',
        details: { officer: 'Owen Hartley', holderId, purpose: 'Lock-up', batchId: body.batchId },
      });
      expect(entry?.details.signature).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(entry)).not.toContain('before');
    }
  });

  test('are refused as a whole when one of them cannot go, and every such one is named', async () => {
    const site = await makeSite(world);
    const sets = await bunches(site, 4);
    await issue(site, { officerName: 'Callum Reid', items: itemsOf(sets.slice(1, 3)) });
    const answer = await issue(site, { officerName: 'Owen', items: itemsOf(sets) });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      '2 key sets could not be part of this. Nothing was recorded.',
    ]);
    expect(itemsIn(answer)).toEqual(
      sets.slice(1, 3).map(({ id }) => ({
        keyBunchId: id,
        message: 'Keys are already issued',
        detail: 'Issued to Callum Reid.',
      })),
    );
    expect((await historyOf(site, sets[0]?.id ?? 0)).length).toBe(0);
    const twice = await issue(site, {
      officerName: 'Owen',
      items: itemsOf([...sets.slice(0, 1), ...sets.slice(0, 1)]),
    });
    expect(twice.status).toBe(400);
    for (const items of [[], itemsOf(Array.from({ length: 51 }, (_, n) => ({ id: n + 1 })))])
      expect((await issue(site, { officerName: 'Owen', items })).status).toBe(400);
  });

  test('of a limited officer are theirs alone: the others are as if they were not there', async () => {
    const site = await makeSite(world);
    const mine = await site.company.bunch(site.here.id);
    const other = await site.company.bunch(site.there.id);
    const limited = await site.company.as('officer', { allowedLocationIds: [site.here.id] });
    const both = await issue(site, { officerName: 'Owen', items: itemsOf([mine, other]) }, limited);
    expect([both.status, itemsIn(both)]).toEqual([
      404,
      [{ keyBunchId: other.id, message: 'Key set not found' }],
    ]);
    const alone = await issue(site, { officerName: 'Owen', items: itemsOf([other]) }, limited);
    expect([alone.status, alone.body.message]).toEqual([404, 'Key set not found']);
  });

  test('fifty desks at once: every set has one holder, and a refused batch changed nothing', async () => {
    const site = await makeSite(world);
    const sets = await bunches(site, 20);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const items = itemsOf(
          Array.from({ length: 4 }, (_item, k) => sets[(n * 7 + k * 3) % 20] ?? { id: 0 }),
        );
        return issue(site, { officerName: `Desk ${n}`, items });
      }),
    );
    const taken = answers.flatMap(({ status, body }) => (status === 200 ? body.keyBunches : []));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    const { body: listed } = await site.admin.call('listKeyBunches', { query: { status: 'issued' } });
    expect(listed.map(({ id, holder }) => [id, holder?.name]).sort()).toEqual(
      taken.map(({ id, holder }) => [id, holder?.name]).sort(),
    );
    const moves = await world.sql(
      "select 1 from movement_history where company_id = $1 and action_type = 'issue'",
      [site.company.id],
    );
    expect(moves).toHaveLength(taken.length);
    for (const { sql } of Object.values(INVARIANTS)) expect(await world.sql(sql)).toEqual([]);
    expect((await world.chains(site.company.id)).map(({ brokenAt }) => brokenAt)).toEqual([null, null]);
  });

  test('sent thirty times with one key are issued and returned once, and every answer is the same', async () => {
    const site = await makeSite(world);
    const sets = await bunches(site, 3);
    const signature = { signer: 'Owen Hartley', path: 'M0 0L10 10' };
    const thirty = async (name: 'issueBatch' | 'returnBatch', body: Record<string, unknown>) => {
      const headers = { 'idempotency-key': randomUUID() };
      const send = async (): Promise<{ status: number; body: unknown }> => {
        const answer = await site.admin.call(name, { body, headers });
        return answer.status === 503 ? send() : answer;
      };
      const answers = await Promise.all(Array.from({ length: 30 }, send));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    };
    await thirty('issueBatch', { officerName: 'Owen', signature, items: itemsOf(sets) });
    const items = sets.map(({ id }, n) => ({ keyBunchId: id, newTag: `91${n}` }));
    await thirty('returnBatch', { items, signature });
    for (const { id } of sets)
      expect((await historyOf(site, id)).map(({ action }) => action)).toEqual(['return', 'issue']);
    const signed = 'select 1 from signatures where company_id = $1';
    expect(await world.sql(signed, [site.company.id])).toHaveLength(2);
  });

  test('come back under their tags, counted, to where they are registered or to where they are kept from now on', async () => {
    const site = await makeSite(world);
    const [short, kept] = await bunches(site, 2, { keyCount: 5, fobCount: 1 });
    const ids = [short?.id ?? 0, kept?.id ?? 0];
    const holderId = await addHolder(site);
    const returner = await addHolder(site, { name: 'Megan Price', kind: 'staff' });
    await issue(site, { holderId, items: ids.map((keyBunchId) => ({ keyBunchId })) });
    const items = [
      { keyBunchId: ids[0], newTag: '901', keysCounted: 4, missingNote: 'Riser key' },
      { keyBunchId: ids[1], newTag: '902', toLocationId: site.there.id },
    ];
    const { status, body } = await site.admin.call('returnBatch', { body: { returnedBy: returner, items } });
    expect(status).toBe(200);
    expect(body.keyBunches[0]).toMatchObject({
      status: 'active',
      currentTag: '901',
      holder: null,
      dueAt: null,
      short: {
        keysPresent: 4,
        fobsPresent: 1,
        note: 'Riser key',
        lastHolder: { name: 'Owen Hartley', id: holderId },
      },
    });
    expect(body.keyBunches[1]).toMatchObject({ locationId: site.there.id, short: null, currentTag: '902' });
    expect((await historyOf(site, ids[0] ?? 0))[0]?.details).toMatchObject({
      officer: 'Owen Hartley',
      returnedBy: 'Megan Price',
      keysCounted: 4,
      missingNote: 'Riser key',
    });
    expect((await historyOf(site, ids[1] ?? 0))[0]).toMatchObject({ toLocation: { id: site.there.id } });
    const again = await site.admin.call('returnBatch', { body: { items } });
    expect(itemsIn(again)).toHaveLength(2);
  });

  test('with more keys than they have, or kept elsewhere by somebody who may not move them, are refused', async () => {
    const site = await makeSite(world);
    const [set] = await bunches(site, 1, { keyCount: 2 });
    const id = set?.id ?? 0;
    await issue(site, { officerName: 'Owen', items: [{ keyBunchId: id }] });
    const back = (about: Record<string, unknown>, by = site.admin) =>
      by.call('returnBatch', { body: { items: [{ keyBunchId: id, newTag: '903', ...about }] } });
    const over = await back({ keysCounted: 3 });
    expect([over.status, over.body.message]).toEqual([400, `${set?.identifier} has 2 keys`]);
    const officer = await site.company.as('officer');
    expect((await back({ toLocationId: site.there.id }, officer)).status).toBe(403);
    expect((await back({ toLocationId: 2_000_000_000 })).status).toBe(404);
    expect((await back({}, officer)).status).toBe(200);
  });
});

describe('who may take keys', () => {
  test('not whoever is switched off, whose time is over, or who holds the most allowed', async () => {
    const site = await makeSite(world);
    const sets = await bunches(site, 3);
    const one = itemsOf(sets.slice(0, 1));
    const refusal = async (body: Record<string, unknown>) => {
      const answer = await issue(site, { items: one, ...body });
      return [answer.status, answer.body.message, answer.body.detail];
    };
    const ask = 'Ask an administrator to change it.';
    const off = await addHolder(site, { name: 'Rita Moss', is_active: false });
    expect(await refusal({ holderId: off })).toEqual([409, 'Rita Moss may not take keys', ask]);
    expect(await refusal({ officerName: 'rita moss' })).toEqual([409, 'Rita Moss may not take keys', ask]);
    const over = await addHolder(site, { name: 'Sam Hill', valid_until: '2026-05-03' });
    expect(await refusal({ holderId: over })).toEqual([
      409,
      'Sam Hill may not take keys after 3 May 2026',
      ask,
    ]);
    const two = await addHolder(site, { name: 'Ana Ruiz', max_sets: 2 });
    expect(await refusal({ holderId: two, items: itemsOf(sets) })).toEqual([
      409,
      'Ana Ruiz can hold 2 sets at most',
      ask,
    ]);
    expect((await issue(site, { holderId: two, items: itemsOf(sets.slice(0, 2)) })).status).toBe(200);
    expect(await refusal({ holderId: two, items: itemsOf(sets.slice(2)) })).toEqual([
      409,
      'Ana Ruiz holds 2 sets already, the most allowed',
      ask,
    ]);
    const single = { params: { id: sets[2]?.id ?? 0 }, body: { officerName: 'Ana Ruiz' } };
    expect((await site.admin.call('issueKeyBunch', single)).status).toBe(409);
    const stranger = await makeSite(world);
    expect((await issue(site, { holderId: await addHolder(stranger), items: one })).status).toBe(404);
  });

  test('of twenty desks that issue to one person at once no more succeed than they may hold', async () => {
    const site = await makeSite(world);
    const sets = await bunches(site, 20);
    const holderId = await addHolder(site, { max_sets: 5 });
    const answers = await Promise.all(sets.map((set) => issue(site, { holderId, items: itemsOf([set]) })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});
