import pg from 'pg';
import type { Config } from '../config.ts';
import { textOf } from '../error-log.ts';
import { openEmbedded } from './embedded.ts';
import { migrateAs, prepareDatabase } from './owner.ts';
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
