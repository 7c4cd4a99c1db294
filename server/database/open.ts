import { realpath } from 'node:fs/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { readConfig } from '../environment.ts';
import { textOf } from '../error-log.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { findDataFolder } from './embedded-data-folder.ts';
import { migrateAs, prepareDatabase, withClient } from './owner.ts';
import { PreparedClient } from './prepared-client.ts';
import { Watch } from './watch.ts';

export type Database = {
  pool: pg.Pool;
  /** The server's login, for connections outside the pool. */
  target: pg.ClientConfig;
  embedded: boolean;
  /** A login that may become keyhold_owner, for the start only; null when none was given. */
  owner: pg.ClientConfig | null;
  close(): Promise<void>;
};

/**
 * Opens the configured database (DATABASE_URL, else the embedded one of DATA_DIR), prepares roles and schema on separate connections,
 * and returns the pool of the server's login. Throws with the SQL that an administrator must run when rights are missing.
 */
export async function openDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl };
    const given = config.ownerUrl ? { connectionString: config.ownerUrl } : null;
    const owner = await prepareDatabase(connection, given, log);
    const pool = makePool(connection, log, config.preparedStatements);
    return { pool, target: connection, embedded: false, owner, close: () => pool.end() };
  }
  const embedded = await openEmbedded(config.dataDir, log);
  try {
    await migrateAs(embedded.owner, log);
  } catch (error) {
    await embedded.close();
    throw error;
  }
  const pool = makePool(embedded.connection, log, config.preparedStatements);
  return {
    pool,
    target: embedded.connection,
    embedded: true,
    owner: embedded.owner,
    close: async () => {
      await pool.end();
      await embedded.close();
    },
  };
}

/**
 * Without an `error` listener on every client, a lost connection would end the process. `named` false disables prepared statements, for
 * poolers that mix connections.
 */
export function makePool(target: pg.ClientConfig, log: (line: string) => void, named = true): pg.Pool {
  const pool = new pg.Pool({
    Client: named ? PreparedClient : pg.Client,
    pipeline: true,
    ...target,
    // One for each call place and each file part, and some for mail and housekeeping.
    max: 38,
    connectionTimeoutMillis: 1500,
    query_timeout: 4000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('connect', (client) =>
    client.on('error', (error) => log(`Database connection lost: ${textOf(error)}`)),
  );
  pool.on('error', () => undefined);
  new Watch(pool, target);
  return pool;
}

/**
 * `target` is the server's login. `owner` may become keyhold_owner: DATABASE_OWNER_URL, or the embedded administrator; null with
 * DATABASE_URL only. `external`: not embedded.
 */
type Reached = {
  target: pg.ClientConfig;
  owner: pg.ClientConfig | null;
  external: boolean;
  dataDir: string;
  close: () => Promise<void>;
};

/** The configured database, for a command: an embedded one is shared with the running server, or started meanwhile. Throws without one. */
export async function reachDatabase(): Promise<Reached> {
  const config = readConfig(process.env);
  const { dataDir } = config;
  const nothing = async () => undefined;
  if (config.databaseUrl) {
    const owner = config.ownerUrl ? { connectionString: config.ownerUrl } : null;
    return {
      target: { connectionString: config.databaseUrl },
      owner,
      external: true,
      dataDir,
      close: nothing,
    };
  }
  const running = await findRunning(config.dataDir);
  if (running)
    return { target: running.connection, owner: running.owner, external: false, dataDir, close: nothing };
  const real = await realpath(config.dataDir).catch(() => null);
  if (!real || !(await findDataFolder(real)))
    throw new Error(`There is no database in ${config.dataDir} yet.`);
  const embedded = await openEmbedded(config.dataDir, console.log);
  return {
    target: embedded.connection,
    owner: embedded.owner,
    external: false,
    dataDir,
    close: embedded.close,
  };
}

export const NOT_OWNER =
  'The login of DATABASE_URL may not restore, as it should not. Set DATABASE_OWNER_URL to a login that may become keyhold_owner.';

/**
 * The database to restore into, by a login that may become keyhold_owner. An embedded one is created if missing; another gets its roles
 * once `look` found it empty. Throws while a server runs the embedded one.
 */
export async function openForRestore(
  log: (line: string) => void,
  look: (client: pg.Client) => Promise<void>,
): Promise<{ owner: pg.ClientConfig; close: () => Promise<void> }> {
  const config = readConfig(process.env);
  if (!config.databaseUrl) {
    const { owner, close } = await openEmbedded(config.dataDir, log);
    return { owner, close };
  }
  const target = { connectionString: config.databaseUrl };
  const given = config.ownerUrl ? { connectionString: config.ownerUrl } : null;
  await withClient(given ?? target, look);
  const owner = await prepareDatabase(target, given, log, { schema: false });
  if (!owner) throw new Error(NOT_OWNER);
  return { owner, close: async () => undefined };
}
