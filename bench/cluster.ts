import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../server/config.ts';
import { openEmbedded } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { prepareRoles } from '../server/database/roles.ts';
import { seed } from './seed/seed.ts';
import type { Size } from './seed/size.ts';

/** The folder of the embedded cluster with the seeded databases, of the servers' logs and of their data. */
export const FOLDER = process.env.BENCH_DIR ?? join(tmpdir(), 'keyhold-bench');

/** The PostgreSQL that is measured. `log` is the file of its log, null when it is unknown. */
export type Cluster = { log: string | null; admin: pg.ClientConfig; close(): Promise<void> };
/** A database in it; `url` is the address that Keyhold gets. */
export type Database = { admin: pg.ClientConfig; url: string; name: string };

const LOGIN = 'keyhold_bench';
/** The password of the login that the servers of one run share, as two databases can be open at once. */
const password = randomBytes(16).toString('hex');
const PREFIX = 'keyhold_bench_';

/**
 * The PostgreSQL of TEST_DATABASE_URL, otherwise Keyhold's embedded one in FOLDER with its usual settings, except for enough connections
 * for two servers.
 */
export async function openCluster(log: (line: string) => void): Promise<Cluster> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { log: null, admin: { connectionString: url }, close: async () => undefined };
  const embedded = await openEmbedded(FOLDER, log, { max_connections: 120 }).catch((error: Error) => {
    throw new Error(`${error.message}\nWait for it, or set BENCH_DIR to another folder.`);
  });
  return { log: join(embedded.folder, 'postgres.log'), admin: embedded.admin, close: embedded.close };
}

/**
 * The seeded database of a size, created unless one of these migrations and this seed exists. `copy` works on a copy, so writes leave the
 * seed unchanged; `drop` removes it.
 */
export async function openDatabase(
  { admin }: Cluster,
  size: Size,
  copy: boolean,
  log: (line: string) => void,
): Promise<Database & { drop(): Promise<void> }> {
  const kept = `${PREFIX}${size.name}_${stamp()}`;
  return withClient(admin, async (client) => {
    const names = await databasesOf(client);
    for (const name of obsolete(names, size, kept))
      await client.query(`drop database ${name}`).catch(() => undefined);
    if (!names.includes(kept)) await make(admin, client, kept, size, log);
    const name = copy ? `${PREFIX}run_${randomBytes(4).toString('hex')}` : kept;
    if (copy) await client.query(`create database ${name} template ${kept} strategy file_copy`);
    const own = { ...admin, ...inDatabase(admin, name) };
    await withClient(own, (other) => prepareRoles(other, { name: LOGIN, password }));
    const drop = async () => {
      if (copy) await withClient(admin, (other) => other.query(`drop database ${name} with (force)`));
    };
    return { name, admin: own, url: urlOf(own, LOGIN, password), drop };
  });
}

/**
 * Copies that an interrupted run left, and earlier seeds of the size. One of the smaller seeds is kept, for work on two branches in turn.
 */
function obsolete(names: string[], size: Size, kept: string): string[] {
  const former = names.filter((name) => name !== kept && name.startsWith(`${PREFIX}${size.name}_`));
  const spared = size.companies * size.movements > 1_000_000 ? 0 : 1;
  return [
    ...former.slice(0, former.length - spared),
    ...names.filter((name) => name.startsWith(`${PREFIX}run_`)),
  ];
}

async function make(
  admin: pg.ClientConfig,
  client: pg.Client,
  kept: string,
  size: Size,
  log: (line: string) => void,
) {
  log(
    `Seeding ${size.name}: ${size.companies * size.bunches} sets, ${size.companies * size.movements} movements`,
  );
  const draft = `${PREFIX}run_${randomBytes(4).toString('hex')}`;
  await client.query(`create database ${draft}`);
  const own = { ...admin, ...inDatabase(admin, draft) };
  const password = randomBytes(16).toString('hex');
  await withClient(own, (other) => prepareRoles(other, { name: LOGIN, password }));
  await withClient(own, (client) => migrate(client));
  await withClient(own, (other) => seed(other, size, log));
  await client.query(`alter database ${draft} rename to ${kept}`);
}

/** A digest of the files that determine a seeded database. */
function stamp(): string {
  const hash = createHash('sha256');
  for (const folder of ['server/database/migrations', 'bench/seed'])
    for (const file of readdirSync(join(ROOT, folder)).sort())
      hash.update(readFileSync(join(ROOT, folder, file)));
  return hash.digest('hex').slice(0, 12);
}

const databasesOf = async (client: pg.Client): Promise<string[]> =>
  (
    await client.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, '${PREFIX}') order by oid`,
    )
  ).rows.map(({ datname }) => datname);

function inDatabase(config: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!config.connectionString) return { database };
  const url = new URL(config.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The address of a database for another login. */
function urlOf(config: pg.ClientConfig, user: string, password: string): string {
  if (!config.connectionString) {
    const { database, host, port } = config;
    return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
  }
  const url = new URL(config.connectionString);
  url.username = user;
  url.password = password;
  return url.href;
}

/** Runs `work` on a new connection. */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}
