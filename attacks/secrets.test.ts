import { beforeAll, expect, test } from 'vitest';
import { figure } from '../server/testing/figures.ts';
import { CALLS, inputOf, send } from '../server/testing/samples.ts';
import { makeSite, type Site } from '../server/testing/site.ts';
import { type Person, useWorld } from '../server/testing/world.ts';

// What the database keeps to know somebody by is in no answer and in no line of the log.
const world = useWorld({ LOG_LEVEL: 'info', LOGIN_FAILURES: '100000' });
let site: Site;
beforeAll(async () => {
  site = await makeSite(world);
});

/** Whose calls would end the session that the next one needs. */
const LEAVING = ['logIn', 'logOut', 'changePassword', 'resetPassword', 'updateUser'];
/** Columns that hold what proves who somebody is, as it is kept. */
const SECRET = /hash|password|secret|^sid$/;
/** Hashes of what anybody may see. */
const PLAIN = new Set([
  'movement_history.hash',
  'audit_log.hash',
  'movement_history.prev_hash',
  'audit_log.prev_hash',
]);

async function secrets(): Promise<Set<string>> {
  const columns = await world.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying', 'bytea')`,
  );
  const found = new Set<string>();
  for (const { table, column } of columns) {
    if (
      !SECRET.test(column) ||
      PLAIN.has(`${table}.${column}`) ||
      /photo|chain|import|idempot|anchor/.test(table)
    )
      continue;
    const rows = await world.sql<{ value: string }>(
      `select distinct ${column}::text as value from ${table} where ${column} is not null`,
    );
    for (const { value } of rows) if (value.length > 16) found.add(value);
  }
  return found;
}

test('G5 no reply of any call to anybody has a secret that is stored', async () => {
  const told: { name: string; text: string }[] = [];
  const callers: Person[] = [site.admin, await site.company.as('viewer')];
  for (const name of CALLS) {
    for (const me of LEAVING.includes(name) ? [await site.company.as('admin')] : callers) {
      const answer = await send(me, name, await inputOf(name, site, site.admin));
      told.push({ name, text: `${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}` });
    }
  }
  const known = await secrets();
  expect(known.size).toBeGreaterThan(10);
  const leaks = told.flatMap(({ name, text }) =>
    [...known].filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret.slice(0, 12)}`),
  );
  // A webhook's secret is kept as it is, because every event is signed with it; it is told once, to who made it.
  expect(leaks.filter((leak) => !/^(?:createWebhook|renewWebhookSecret): /.test(leak))).toEqual([]);
  for (const { name, text } of told)
    expect(text, name).not.toMatch(/\$argon2|"password":|tokenHash|token_hash/);
  const log = JSON.stringify(world.log);
  expect([...known].filter((secret) => log.includes(secret))).toEqual([]);
  figure(
    'G5',
    `${told.length} replies of ${CALLS.length} calls, and the log: none of ${known.size} stored secrets`,
  );
}, 60_000);
