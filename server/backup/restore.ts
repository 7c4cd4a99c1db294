import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { checkEverything, type Finding, isWhole } from '../database/invariants.ts';
import { AS_OWNER, applyTo, MIGRATION_LOCK, type Migration } from '../database/migrate.ts';
import { readChainEnds, readColumns } from './catalogue.ts';
import { lockEmpty, makeEmptySchema } from './empty-schema.ts';
import { type Fit, fitOf } from './fit.ts';
import { bareTables } from './load.ts';
import { type Head, LEFT_OUT, type Manifest, type Table } from './manifest.ts';
import { readBackup } from './read.ts';
import { columnList, PLAIN_TEXT } from './take.ts';

export type Options = {
  /** A copy to look at: its webhooks are switched off. */
  drill: boolean;
  /** Restores also what the checks of the history find fault with. */
  despiteFaults: boolean;
};

export type Restored = { head: Head; manifest: Manifest; findings: Finding[]; migrated: string[] };

/**
 * Loads a backup into the database of `client`, which must hold no register, in one transaction: it is there whole and checked, or not at
 * all. `client` may become keyhold_owner. Throws when the file is damaged or does not fit, when the database is in use, and when what was
 * loaded is not what was backed up.
 */
export async function restore(
  client: pg.ClientBase,
  path: string,
  known: Migration[],
  { drill, despiteFaults }: Options,
  say: (line: string) => void,
): Promise<Restored> {
  await client.query(
    `${AS_OWNER}; ${PLAIN_TEXT}; set local client_min_messages = warning; set local maintenance_work_mem = '256MB';
     select pg_advisory_xact_lock(${MIGRATION_LOCK})`,
  );
  try {
    await lockEmpty(client);
    const { head, manifest, fit } = await loadTables(client, path, known);
    say('Loaded. Checking it ...');
    await compareEnds(client, manifest);
    await client.query('set constraints all immediate');
    for (const migration of fit.after) await applyTo(client, migration);
    if (drill) await client.query('update webhooks set is_active = false');
    const findings = await checkEverything(client);
    if (!despiteFaults && !findings.every(isWhole)) throw new Faulty(findings);
    await client.query('commit');
    // What the planner knows of the tables; nothing is lost without it.
    await client.query(`${AS_OWNER}; analyze; commit`).catch(() => client.query('rollback'));
    return { head, manifest, findings, migrated: fit.after.map(({ name }) => name) };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** What was backed up does not hold, and was not restored. */
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
      // Made in this transaction: nobody has seen the table, so its rows need no second visit.
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

/** The tables that the migrations made must be those of the file, column by column. */
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
