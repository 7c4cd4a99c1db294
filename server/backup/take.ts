import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BUILD } from '../build.ts';
import {
  type ChainEnd,
  DIGEST,
  type Entry,
  FORMAT,
  HEAD,
  type Head,
  jsonOf,
  LEFT_OUT,
  MANIFEST,
  type Manifest,
  pieceOf,
  sha256,
  type Table,
} from './manifest.ts';
import { digestLine } from './read.ts';

const PIECE_BYTES = 4 * 1024 * 1024;
/** A third of the usual level's time, for a few percent more bytes. */
const LEVEL = 3;
const pack = promisify(gzip);

/** Makes the text of values independent of the settings of server, database and role. */
export const PLAIN_TEXT =
  "set local client_encoding = 'UTF8'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; " +
  "set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1; " +
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/**
 * Writes all tables as of one moment, in the transaction that `openSnapshot` began. Keeps one piece of a table in memory at a time, for
 * tables of any size.
 */
export async function writeTables(
  client: pg.ClientBase,
  head: Head,
  add: (entry: Entry) => Promise<void>,
): Promise<Manifest> {
  const headText = jsonOf(head);
  await add({ name: HEAD, content: headText });
  const tables: Manifest['tables'] = [];
  for (const table of head.tables) tables.push(await writeTable(client, table, add));
  const manifest: Manifest = {
    head: sha256(headText),
    tables,
    sequences: await readSequences(client),
    heads: await readChainEnds(client),
  };
  const text = jsonOf(manifest);
  await add({ name: MANIFEST, content: text });
  await add({ name: DIGEST, content: Buffer.from(digestLine(text)) });
  return manifest;
}

export const columnList = ({ name, columns }: Table): string =>
  `public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;

async function writeTable(client: pg.ClientBase, table: Table, add: (entry: Entry) => Promise<void>) {
  const stream = client.query(copyTo(`copy ${columnList(table)} to stdout`));
  // Errors of a connection that ends after a write failed, when the rows are no longer read.
  stream.on('error', () => undefined);
  const hash = createHash('sha256');
  let bytes = 0;
  let number = 0;
  let writing: Promise<void> = Promise.resolve();
  // While one piece is compressed, the next is read.
  const write = async (chunks: Buffer[]) => {
    const piece = Buffer.concat(chunks);
    bytes += piece.length;
    hash.update(piece);
    number += 1;
    const name = pieceOf(table.name, number);
    await writing;
    writing = pack(piece, { level: LEVEL }).then((content) => add({ name, content }));
    writing.catch(() => undefined);
  };
  let chunks: Buffer[] = [];
  let held = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    held += chunk.length;
    if (held < PIECE_BYTES) continue;
    await write(chunks);
    chunks = [];
    held = 0;
  }
  if (held > 0) await write(chunks);
  await writing;
  return { name: table.name, rows: stream.rowCount, bytes, sha256: hash.digest('hex') };
}

/**
 * Begins the transaction of a backup as `role`: a read-only snapshot, during which no table can be altered. Returns the head of the backup;
 * the caller ends the transaction.
 */
export async function openSnapshot(client: pg.ClientBase, role: string): Promise<Head> {
  const as = `set local search_path = public; set local role ${escapeIdentifier(role)}`;
  for (let attempt = 1; ; attempt += 1) {
    await client.query(`begin read only; ${as}`);
    const expected = await tablesOf(client);
    await client.query('commit');
    if (expected.length === 0) throw new Error('Keyhold is not set up in this database yet.');
    await client.query(`begin isolation level repeatable read read only; ${as}; ${PLAIN_TEXT}`);
    // Locks before reading anything: a snapshot from before a migration would see the tables of after it.
    const names = expected.map(({ name }) => `public.${escapeIdentifier(name)}`);
    await client.query(`lock table ${names.join(', ')} in access share mode`);
    const tables = await tablesOf(client);
    if (JSON.stringify(tables) === JSON.stringify(expected)) {
      await refuseHidden(client, tables);
      return headOf(client, tables);
    }
    await client.query('rollback');
    if (attempt === 5)
      throw new Error('The tables are being changed. Try again when the migration has ended.');
  }
}

/** Throws when a policy hides rows from the current role, as the backup would be incomplete. */
async function refuseHidden(client: pg.ClientBase, tables: Table[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(HIDDEN_TABLES, [tables.map(({ name }) => name)]);
  if (rows.length > 0)
    throw new Error(
      `A backup would lack rows of ${rows.map(({ name }) => name).join(', ')}: a policy is missing.`,
    );
}

const HIDDEN_TABLES = `select c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and row_security_active(c.oid)
    and not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'PERMISSIVE'
      and p.cmd in ('SELECT', 'ALL') and p.qual = 'true' and current_user = any (p.roles))
  order by 1`;

const tablesOf = async (client: pg.ClientBase): Promise<Table[]> =>
  (await readColumns(client)).filter(({ name }) => !(name in LEFT_OUT));

async function headOf(client: pg.ClientBase, tables: Table[]): Promise<Head> {
  const { rows } = await client.query<{ at: Date; postgres: number }>(
    "select now() as at, current_setting('server_version_num')::int as postgres",
  );
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  return {
    kind: 'keyhold-backup',
    format: FORMAT,
    version: BUILD.version,
    commit: BUILD.commit,
    takenAt: (rows[0]?.at ?? new Date()).toISOString(),
    postgres: rows[0]?.postgres ?? 0,
    migrations: migrations.rows,
    tables,
    leftOut: Object.keys(LEFT_OUT),
  };
}

/** Every table with its columns, by name; generated columns are left out. */
export async function readColumns(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** The sequences' values. They may be ahead of the snapshot, which is harmless: no number is drawn twice. */
async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const found: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from public."${name}"`,
    );
    if (at[0]) found.push({ name, ...at[0] });
  }
  return found;
}

/** The ends of both chains of every company. */
export async function readChainEnds(client: pg.ClientBase): Promise<ChainEnd[]> {
  const { rows } = await client.query<Omit<ChainEnd, 'seq'> & { seq: string }>(
    `select company_id as company, 'movement' as chain, movement_seq as seq, encode(movement_hash, 'hex') as hash from chain_heads
     union all select company_id, 'log', log_seq, encode(log_hash, 'hex') from chain_heads order by 1, 2`,
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}
