import { expect } from 'vitest';
import type { Answer, World } from './world.ts';

/** Tables that change without a call: counters, expiring sessions, letters and events that are sent. */
const RESTLESS = [
  'attempts',
  'changes',
  // When a kiosk was heard.
  'kiosk_turns',
  'sessions',
  'letters',
  'schema_migrations',
  'webhooks',
  'webhook_deliveries',
];

async function tablesOf(world: World): Promise<{ name: string; owned: boolean }[]> {
  return world.sql(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as owned
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1) order by 1`,
    [RESTLESS],
  );
}

/** Every row of a company as text, table by table: equal dumps mean that none of it changed. */
export async function dumpCompany(world: World, companyId: number): Promise<string> {
  const lines: string[] = [];
  for (const { name, owned } of await tablesOf(world)) {
    const column = owned ? 'company_id' : name === 'companies' ? 'id' : null;
    if (!column) continue;
    const rows = await world.sql<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where ${column} = $1 order by 1`,
      [companyId],
    );
    lines.push(`${name} ${rows.length}`, ...rows.map(({ row }) => row));
  }
  return lines.join('\n');
}

/** Every row of every table, of all companies, once all letters have been sent, so that the mail sender writes nothing more. */
export async function dumpAll(world: World): Promise<string> {
  await expect.poll(() => world.sql('select kind from letters')).toEqual([]);
  const lines: string[] = [];
  for (const { name } of await tablesOf(world)) {
    const rows = await world.sql<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    );
    lines.push(`${name} ${rows.length}`, ...rows.map(({ row }) => row));
  }
  return lines.join('\n');
}

/** The parts of a response that could distinguish two records. */
export const seen = ({ status, body, headers }: Answer<never>) => ({
  status,
  body: JSON.stringify(body),
  type: headers['content-type'],
  length: headers['content-length'],
  etag: headers.etag,
  total: headers['x-total-count'],
});

/** Expects a refusal of ours: a 4xx with a message in JSON. */
export function expectRefused({ status, body, headers }: Answer<never>, what: string): void {
  const description = `${what}: ${status} ${JSON.stringify(body)}`;
  expect(status, description).toBeGreaterThanOrEqual(400);
  expect(status, description).toBeLessThan(500);
  expect(String(headers['content-type']), description).toContain('application/json');
  expect((body as { message?: unknown }).message, description).toEqual(expect.stringMatching(/\S/));
}
