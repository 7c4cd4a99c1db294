import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { count } from '../../shared/count.ts';
import { checkEverything, type Finding, isWhole } from '../database/invariants.ts';
import { AS_OWNER, applyTo, MIGRATION_LOCK, MIGRATIONS_TABLE, type Migration } from '../database/migrate.ts';
import { NOT_OWNER } from '../database/open.ts';
import { OWNER } from '../database/roles.ts';
import { type Head, LEFT_OUT, type Manifest, type Table } from './manifest.ts';
import { readBackup } from './read.ts';
import { columnList, PLAIN_TEXT, readChainEnds, readColumns } from './take.ts';

export type Options = {
  /** A copy for inspection: its webhooks are switched off. */
  drill: boolean;
  /** Restores even a history that fails the checks. */
  despiteFaults: boolean;
};

export type Restored = { head: Head; manifest: Manifest; findings: Finding[]; migrated: string[] };

/**
 * Loads a backup into the database of `client`, which must contain no register, in one transaction: afterwards all of it is there and
 * checked, or nothing. `client` may become keyhold_owner. Throws when the file is damaged or does not fit, when the database is in use, and
 * when the loaded data differ from the backup.
 */
export async function restore(
  client: pg.ClientBase,
  path: string,
  known: Migration[],
  { drill, despiteFaults }: Options,
  print: (line: string) => void,
): Promise<Restored> {
  await client.query(
    `${AS_OWNER}; ${PLAIN_TEXT}; set local client_min_messages = warning; set local maintenance_work_mem = '256MB';
     select pg_advisory_xact_lock(${MIGRATION_LOCK})`,
  );
  try {
    await lockEmpty(client);
    const { head, manifest, fit } = await loadTables(client, path, known);
    print('Loaded. Checking it ...');
    await compareEnds(client, manifest);
    await client.query('set constraints all immediate');
    for (const migration of fit.after) await applyTo(client, migration);
    if (drill) await client.query('update webhooks set is_active = false');
    const findings = await checkEverything(client);
    if (!despiteFaults && !findings.every(isWhole)) throw new Faulty(findings);
    await client.query('commit');
    // Statistics for the planner; a failure here loses no data.
    await client.query(`${AS_OWNER}; analyze; commit`).catch(() => client.query('rollback'));
    return { head, manifest, findings, migrated: fit.after.map(({ name }) => name) };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The backup fails the checks and was not restored. */
export class Faulty extends Error {
  readonly findings: Finding[];
  constructor(findings: Finding[]) {
    super('The history of this backup does not hold. Nothing was restored.');
    this.findings = findings;
  }
}

async function loadTables(client: pg.ClientBase, path: string, known: Migration[]) {
  let fit: Fit = { before: [], after: [] };
  let dressTables = async () => {};
  const loaded = new Map<string, number>();
  const { head, manifest } = await readBackup(path, {
    head: async (found) => {
      fit = fitOf(found, known);
      await makeEmptySchema(client, fit.before);
      await checkTables(client, found);
      dressTables = await bareTables(client);
    },
    table: async (table, content) => {
      // `freeze`: the table is created in this transaction, so its rows need no later vacuum.
      const stream = client.query(copyFrom(`copy ${columnList(table)} from stdin with (freeze)`));
      await pipeline(content, stream);
      loaded.set(table.name, stream.rowCount);
    },
  });
  for (const { name, rows } of manifest.tables)
    if (loaded.get(name) !== rows)
      throw new Error(`Of ${name} ${loaded.get(name)} rows were loaded, ${rows} were backed up.`);
  for (const { name, last, called } of manifest.sequences)
    await client.query(`select setval(format('public.%I', $1::text)::regclass, $2::bigint, $3)`, [
      name,
      last,
      called,
    ]);
  await dressTables();
  return { head, manifest, fit };
}

/** The tables that the migrations made must equal those of the file, column by column. */
async function checkTables(client: pg.ClientBase, { tables, leftOut }: Head): Promise<void> {
  const there = (await readColumns(client)).filter(
    ({ name }) => !(name in LEFT_OUT) && !leftOut.includes(name),
  );
  const wordOf = (table: Table) => `${table.name} (${[...table.columns].sort().join(', ')})`;
  const expected = new Set(there.map(wordOf));
  const strange = tables.find((table) => !expected.has(wordOf(table)));
  if (strange || tables.length !== there.length)
    throw new Error(
      `The tables of this backup are not those of its migrations${strange ? `: ${strange.name}` : ''}.`,
    );
}

async function compareEnds(client: pg.ClientBase, { heads }: Manifest): Promise<void> {
  if (JSON.stringify(await readChainEnds(client)) !== JSON.stringify(heads.map(plain)))
    throw new Error('The ends of the histories are not those that were backed up.');
}

const plain = ({ company, chain, seq, hash }: Manifest['heads'][number]) => ({
  company,
  chain,
  seq,
  hash,
});

/** The constraints and indexes that are dropped before loading and recreated afterwards, as statements. */
const PARTS = `
  select c.conrelid::regclass::text as "table", c.oid as "order",
    format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as off,
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as on, 2 as turn
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where t.relnamespace = 'public'::regnamespace and c.contype = 'f'
  union all
  select i.indrelid::regclass::text, i.indexrelid, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
  from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by turn, "table", "order"`;

type Part = { off: string; on: string };

/**
 * Drops secondary indexes and foreign keys and disables triggers, in the caller's transaction: updating indexes for each row costs many
 * times more, foreign keys would require an order of tables, and triggers would number, chain and count again. Returns a function that
 * restores all of them and throws when rows violate a constraint.
 */
async function bareTables(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<Part>(PARTS);
  for (const { off } of [...rows].reverse()) await client.query(off);
  await switchTriggers(client, 'disable');
  return async () => {
    for (const { on } of rows) await client.query(on);
    await switchTriggers(client, 'enable');
  };
}

async function switchTriggers(client: pg.ClientBase, how: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal`,
  );
  for (const { name } of rows) await client.query(`alter table ${name} ${how} trigger user`);
}

/** The migrations that a backup was made with, and the later ones of this version. */
type Fit = { before: Migration[]; after: Migration[] };

/**
 * The migrations of this version, split at a backup's. Throws when the backup has one that this version does not know, such as a newer
 * version's, or one whose file differs here.
 */
export function fitOf(head: Head, known: Migration[]): Fit {
  const ours = new Map(known.map((migration) => [migration.name, migration]));
  const strange = head.migrations.find(({ name }) => !ours.has(name));
  if (strange)
    throw new Error(
      `This backup was made by Keyhold ${head.version} with the migration ${strange.name}, which this version does not have. ` +
        'Restore it with that version or a newer one.',
    );
  const changed = head.migrations.find(({ name, checksum }) => ours.get(name)?.checksum !== checksum);
  if (changed)
    throw new Error(
      `This backup was made with another file ${changed.name} than this version has. Restore it with the version that made it, ` +
        `Keyhold ${head.version}, and upgrade from there.`,
    );
  const before = known.slice(0, head.migrations.length);
  if (before.some(({ name }, at) => head.migrations[at]?.name !== name))
    throw new Error('This backup lacks a migration between those that it was made with.');
  return { before, after: known.slice(before.length) };
}

/** Throws when the database contains a register. Runs in a separate transaction. */
export async function refuseOccupied(client: pg.ClientBase): Promise<void> {
  await client.query('begin; set local search_path = public');
  try {
    const { rows } = await client.query<{ there: boolean }>(HAS_REGISTER);
    if (!rows[0]?.there) return;
    // Only the owner sees every row.
    await client.query(`set local role ${OWNER}`).catch(() => {
      throw new Error(NOT_OWNER);
    });
    await lockEmpty(client);
  } finally {
    await client.query('rollback');
  }
}

/** From the catalogue, readable without rights on the schema. */
const HAS_REGISTER = `select exists (select from pg_class where relname = 'companies' and relnamespace = 'public'::regnamespace) as there`;

/** As `refuseOccupied`, in the caller's transaction as keyhold_owner; locks out others until it ends. */
async function lockEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(HAS_REGISTER);
  if (!rows[0]?.there) return;
  await client.query('lock table public.companies, public.users in access exclusive mode');
  const { rows: found } = await client.query<{ companies: number; people: number }>(
    'select (select count(*)::int from companies) as companies, (select count(*)::int from users) as people',
  );
  const { companies = 0, people = 0 } = found[0] ?? {};
  if (companies > 0 || people > 0)
    throw new Error(
      `This database is in use: it holds ${count(companies, 'company', 'companies')} and ${count(people, 'person', 'people')}. Nothing was changed. ` +
        'Restore into an empty database, or into a new DATA_DIR.',
    );
}

/** Statements that remove everything the owner of the tables created in `public`. */
const REMOVALS = `
  select format('drop table %s cascade', oid::regclass) as statement, 1 as turn from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = $1::regrole
  union all select format('drop routine if exists %s cascade', oid::regprocedure), 2 from pg_proc
    where pronamespace = 'public'::regnamespace and proowner = $1::regrole
  union all select format('drop type if exists %s cascade', t.oid::regtype), 3 from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and t.typowner = $1::regrole and (t.typtype in ('e', 'd') or c.relkind = 'c')
  union all select format('drop collation %s cascade', oid::regcollation), 4 from pg_collation
    where collnamespace = 'public'::regnamespace and collowner = $1::regrole
  order by turn`;

/** Recreates the tables, empty, from `migrations`; drops those of an empty register of any version. Runs in the caller's transaction. */
async function makeEmptySchema(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(REMOVALS, [OWNER]);
  for (const { statement } of rows) await client.query(statement);
  await client.query(MIGRATIONS_TABLE);
  for (const migration of migrations) await applyTo(client, migration);
}
