import type pg from 'pg';
import { formulas } from './formulas.ts';
import { additions, audits, chains, movements, recorded, searched } from './history.ts';
import { people, register } from './register.ts';
import type { Size } from './size.ts';

/** Movements made at once, about. */
const CHUNK = 200_000;
/**
 * What the seed writes itself, by table; every other trigger runs. The register's own time and chain of each entry would be those of now,
 * and slow.
 */
const BYPASSED: Record<string, string[]> = {
  key_bunches: ['custody'],
  key_bunch_terms: ['words'],
  movement_history: ['stamp', 'head', 'texts'],
  audit_log: ['stamp', 'head'],
};
/** Their indexes are made again when everything is there. */
const LARGE = ['key_bunches', 'key_bunch_terms', 'movement_history', 'history_texts', 'audit_log'];
/** Where ids were written as they are. */
const NUMBERED = [
  ...['companies', 'users', 'locations', 'key_bunches', 'movement_history', 'audit_log', 'audit_sessions'],
  'audit_scans',
];

/**
 * Fills a migrated, empty database with what a size says: the same every time. `client` is a superuser's, and acts as keyhold_owner. The
 * histories hold: `keyhold verify` finds them whole.
 */
export async function seed(client: pg.ClientBase, size: Size, log: (line: string) => void): Promise<void> {
  const began = Date.now();
  const step = async (name: string, sql: string) => {
    await client.query(sql);
    log(`  ${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${name}`);
  };
  await client.query(
    `do $$ begin execute format('grant temporary on database %I to keyhold_owner', current_database()); end $$`,
  );
  await client.query(`set role keyhold_owner; set timezone = 'UTC'; set synchronous_commit = off; set jit = off; set work_mem = '256MB';
    set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 2;`);
  const indexes = await dropIndexes(client);
  await switchTriggers(client, 'disable');
  await step('people', `${formulas(size)} ${chains()} ${people(size)} analyze users; analyze locations;`);
  for (const [first, last] of spans(size.companies, Math.max(1, Math.floor(CHUNK / size.movements)))) {
    await step(`sets of companies ${first} to ${last}`, register(size, first, last));
    if (first === 1) await client.query('analyze key_bunches');
    await client.query(additions(size, first, last));
    const rounds = size.movements / size.bunches;
    const few = Math.max(1, Math.floor(CHUNK / (size.bunches * (last - first + 1))));
    for (const [from, to] of spans(rounds, few))
      await step(`movements ${from} to ${to} of ${rounds}`, movements(size, first, last, from - 1, to - 1));
  }
  await step('what the search looks at', searched(1, size.companies));
  await switchTriggers(client, 'enable');
  for (const index of indexes) await step(index.split(' ON ')[0] ?? index, index);
  await step('audits', audits(size));
  await client.query(
    NUMBERED.map(
      (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table};`,
    ).join('\n'),
  );
  await step('who added users and completed audits', recorded());
  await client.query('reset role; discard temp; reset all');
  await client.query('select fold_counts(id) from companies');
  await step('vacuum', 'vacuum (freeze, analyze)');
}

/** 1 to `all` in pieces of `each`. */
function spans(all: number, each: number): [number, number][] {
  const found: [number, number][] = [];
  for (let first = 1; first <= all; first += each) found.push([first, Math.min(all, first + each - 1)]);
  return found;
}

async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisunique order by 1`,
    [LARGE],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function switchTriggers(client: pg.ClientBase, how: 'enable' | 'disable'): Promise<void> {
  for (const [table, triggers] of Object.entries(BYPASSED))
    for (const trigger of triggers) await client.query(`alter table ${table} ${how} trigger ${trigger}`);
}
