import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useWorld, type World } from '../testing/world.ts';

const named = useWorld({ PREPARED_STATEMENTS: 'on' });
const nameless = useWorld({ PREPARED_STATEMENTS: 'off' });

/** Reads and writes of every kind, some of them at once. */
async function work(world: World): Promise<void> {
  const company = await world.newCompany();
  const site = await company.location();
  const sets = [await company.bunch(site.id), await company.bunch(site.id)];
  for (const { id } of sets) {
    const headers = { 'idempotency-key': randomUUID() };
    const issue = () =>
      company.admin.call('issueKeyBunch', {
        params: { id },
        body: { officerName: 'Callum Reid' },
        headers,
      });
    expect((await Promise.all([issue(), issue()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await issue()).toMatchObject({ status: 200, body: { status: 'issued' } });
  }
  const lists = await Promise.all(
    [{ status: 'issued' }, { q: 'SET' }, { limit: 1 }].map((query) =>
      company.admin.call('listKeyBunches', { query }),
    ),
  );
  expect(lists.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await company.admin.call('listMovements', {})).body).toHaveLength(2);
  expect(await world.chains(company.id)).toMatchObject([{ brokenAt: null }, { brokenAt: null }]);
}

/** The number of prepared statements on each open connection of the server. */
async function kept(world: World): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: world.pool.totalCount }, () => world.pool.connect()),
  );
  const counts = clients.map((client) =>
    client.query('select count(*)::int as n from pg_prepared_statements'),
  );
  const all = (await Promise.all(counts)).map(({ rows }) => rows[0].n as number);
  for (const client of clients) client.release();
  return all.reduce((sum, n) => sum + n, 0);
}

test('statements are planned once a connection under a name', async () => {
  await work(named);
  expect(await kept(named)).toBeGreaterThan(10);
});

test('with PREPARED_STATEMENTS off no statement has a name, and everything answers the same', async () => {
  await work(nameless);
  expect(await kept(nameless)).toBe(0);
});
