import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expect, inject } from 'vitest';
import { prepareRoles } from '../../server/database/roles.ts';
import { addressOf, asAdmin, asLogin, databaseOf } from '../../server/testing/database.ts';
import { run } from '../../server/testing/server-process.ts';

/** An empty database beside those of other tests, for servers in processes of their own. */
export async function newDatabase() {
  const { admin, login } = inject('server');
  const name = `keyhold_${randomBytes(6).toString('hex')}`;
  const own: pg.ClientConfig = { ...admin, ...databaseOf(admin, name) };
  await asAdmin(admin, (client) => client.query(`create database ${name}`));
  await asAdmin(own, (client) => prepareRoles(client, { name: login.user, password: login.password }));
  return {
    admin: own,
    /** Where servers and commands find it. */
    environment: {
      DATABASE_URL: addressOf({ ...own, ...asLogin(own, login.user, login.password) }),
      DATABASE_OWNER_URL: addressOf(own),
    },
    /** Runs SQL as the superuser, to inspect or prepare what no call can. */
    sql: <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      asAdmin(own, async (client) => (await client.query<T>(text, values)).rows),
    drop: () => asAdmin(admin, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

/** Fails unless `keyhold verify` finds every chain and every invariant whole. Answers what it said. */
export async function expectWhole(environment: Record<string, string>): Promise<string> {
  const { code, said } = await run('verify', environment);
  expect(said).toMatch(/chain intact\n1 company, 0 broken\n\d+ entries in .+$/);
  expect(code).toBe(0);
  return said;
}
