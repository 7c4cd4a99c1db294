import { expect, test } from 'vitest';
import { useWorld } from '../testing/world.ts';

const world = useWorld({});

/** Makes new connections reach a database that refuses writes, or one that accepts them again. */
async function become(readOnly: boolean): Promise<void> {
  await world.sql(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = ${readOnly}', current_database()); end $$`,
  );
}

test('a write that reached a standby is told to try again, and its connection is given up for one to the primary', async () => {
  const company = await world.newCompany();
  const add = () => company.admin.call('createLocation', { body: { name: 'North office', type: 'office' } });
  await become(true);
  await world.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(async () => (await company.admin.call('listLocations', {})).status).toBe(200);
  expect(await add()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await world.sql('set default_transaction_read_only = off');
  await become(false);
  await expect.poll(async () => (await add()).status, { timeout: 5000 }).toBe(201);
});
