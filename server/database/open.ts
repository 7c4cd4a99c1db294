import pg from 'pg';
import type { Config } from '../config.ts';
import { type Connection, openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { GatheringClient, PreparedClient } from './prepared-client.ts';
import { checkRoles, prepareRoles } from './roles.ts';

export type Database = { pool: pg.Pool; target: pg.ClientConfig; embedded: boolean; close(): Promise<void> };

/**
 * Opens the database of the configuration (DATABASE_URL, else the embedded one of DATA_DIR), prepares roles and schema, and
 * answers its pool. Throws with the SQL an administrator must run when the user of DATABASE_URL may not make the two roles.
 */
export async function openDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl };
    await prepare(connection, log);
    const pool = makePool(connection, log, config.preparedStatements);
    return { pool, target: connection, embedded: false, close: () => pool.end() };
  }
  const embedded = await openEmbedded(config.dataDir, log);
  try {
    await prepare(embedded.connection, log);
  } catch (error) {
    await embedded.close();
    throw error;
  }
  const pool = makePool(embedded.connection, log, config.preparedStatements);
  return {
    pool,
    target: embedded.connection,
    embedded: true,
    close: async () => {
      await pool.end();
      await embedded.close();
    },
  };
}

type Target = Connection | { connectionString: string };

/** Brings the roles of a database into place, without its tables; throws with the SQL that an administrator must run. */
export const readyRoles = (target: Target, log: (line: string) => void): Promise<void> =>
  withClient(target, (client) => prepareOwn(client, log));

const prepare = (target: Target, log: (line: string) => void): Promise<void> =>
  withClient(target, async (client) => {
    await prepareOwn(client, log);
    for (const name of await migrate(client)) log(`Applied migration ${name}`);
  });

async function withClient(target: Target, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 5000 });
  await client.connect();
  await work(client).finally(() => client.end());
}

async function prepareOwn(client: pg.Client, log: (line: string) => void): Promise<void> {
  let roles = await checkRoles(client);
  if (!roles.ready) {
    await prepareRoles(client, null).catch(() => undefined);
    roles = await checkRoles(client);
  }
  if (!roles.ready) {
    throw new Error(`This database is not ready for Keyhold. An administrator must run:\n\n${roles.sql}\n`);
  }
  if (roles.superuser) log('DATABASE_URL signs in as a superuser. Give Keyhold its own login.');
}

/**
 * Without an `error` listener on every client, a lost connection would end the process. With `named` false no statement gets a name,
 * for a pooler that does not know which connection has which.
 */
export function makePool(target: Target, log: (line: string) => void, named = true): pg.Pool {
  const pool = new pg.Pool({
    Client: named ? PreparedClient : GatheringClient,
    pipeline: true,
    ...target,
    // A connection for each place of work, and some for mail and housekeeping.
    max: 36,
    connectionTimeoutMillis: 1500,
    query_timeout: 4000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  pool.on('connect', (client) =>
    client.on('error', (error) => log(`Database connection lost: ${error.message}`)),
  );
  pool.on('error', () => undefined);
  return pool;
}
