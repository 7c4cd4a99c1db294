import { realpath } from 'node:fs/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { readConfig } from '../environment.ts';
import { textOf } from '../error-log.ts';
import { ofRights } from '../warnings.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { findDataFolder } from './embedded-data-folder.ts';
import { migrate, outstanding } from './migrate.ts';
import { PreparedClient } from './prepared-client.ts';
import { checkRoles, prepareRoles, type RoleCheck } from './roles.ts';
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

type Log = (line: string) => void;

/** Runs `work` on a separate connection, closed before this resolves. */
async function withClient<T>(target: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, ...target });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The same with a search path that no other user could have filled. */
const withOwner = <T>(target: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(target, async (client) => {
    await client.query('set search_path = public');
    return work(client);
  });

/** Applies outstanding migrations on a connection that may become keyhold_owner. */
export const migrateAs = (owner: pg.ClientConfig, log: Log): Promise<void> =>
  withOwner(owner, async (client) => {
    for (const name of await migrate(client)) log(`Applied migration ${name}`);
  });

/**
 * Prepares roles and schema (without `schema` roles only) of DATABASE_URL, by `owner` if given, else by the login itself. Returns a
 * connection that may become keyhold_owner, or null. Throws with the SQL that an administrator must run when rights are missing; warns when
 * the login could rewrite the history.
 */
export function prepareDatabase(
  login: pg.ClientConfig,
  owner: pg.ClientConfig | null,
  log: Log,
  { schema = true } = {},
): Promise<pg.ClientConfig | null> {
  return withClient(login, async (client) => {
    if (owner) await prepareBy(owner, await nameOf(client), log);
    if (owner && schema) await migrateAs(owner, log);
    const found = owner ? await checkRoles(client) : await readyByItself(client);
    if (!found.ready) throw notReady(found.sql, owner !== null);
    const itself = !owner && found.owns;
    if (itself && schema) await migrateAs(login, log);
    const missing = schema ? await outstanding(client) : [];
    if (missing.length > 0) throw notMigrated(missing, owner !== null);
    if (found.rewrites.length > 0) log(`Warning: ${ofRights(found.rewrites, owner !== null)}`);
    return itself ? login : owner;
  });
}

async function nameOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_user::text as name');
  return rows[0]?.name ?? '';
}

/** The login is checked afterwards: what the owner's connection may not do, it may not need. */
async function prepareBy(owner: pg.ClientConfig, login: string, log: Log): Promise<void> {
  await withOwner(owner, async (client) => {
    await prepareRoles(client, { name: login, operators: true }).catch((error: Error) =>
      log(`DATABASE_OWNER_URL could not prepare the roles: ${error.message}`),
    );
    const { owns } = await checkRoles(client);
    if (!owns) throw new Error('The login of DATABASE_OWNER_URL may not become keyhold_owner.');
  });
}

async function readyByItself(client: pg.ClientBase): Promise<RoleCheck> {
  const found = await checkRoles(client);
  if (found.ready) return found;
  await prepareRoles(client, null).catch(() => undefined);
  return checkRoles(client);
}

const HOW = `set DATABASE_OWNER_URL to a login that may become keyhold_owner, as an administrator's may, at the start or for \`keyhold migrate\``;

const notReady = (sql: string, owner: boolean) =>
  new Error(
    `This database is not ready for Keyhold. An administrator must run:\n\n${sql}\n` +
      (owner ? '' : `\nThen ${HOW}.\n`),
  );

const notMigrated = (missing: string[], owner: boolean) =>
  new Error(
    owner
      ? `DATABASE_OWNER_URL does not lead to the database of DATABASE_URL: that misses ${missing.join(', ')}.`
      : `The database misses ${missing.length === 1 ? 'a migration' : `${missing.length} migrations`} (${missing[0]}` +
          `${missing.length > 1 ? ` to ${missing.at(-1)}` : ''}), and the login of DATABASE_URL may not apply migrations, as it should not.\n` +
          `To apply them, ${HOW}:\n\n  DATABASE_OWNER_URL=postgres://ADMINISTRATOR:PASSWORD@HOST/DATABASE keyhold migrate\n`,
  );
