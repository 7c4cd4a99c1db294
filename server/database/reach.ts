import { realpath } from 'node:fs/promises';
import type pg from 'pg';
import { readConfig } from '../config.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { findDataFolder } from './embedded-data-folder.ts';
import { prepareDatabase, withClient } from './owner.ts';

/**
 * `target` is the server's login. `owner` may become keyhold_owner: DATABASE_OWNER_URL, or the administrator of the embedded database;
 * null when DATABASE_URL alone is set
 * (`external`: either is).
 */
export type Reached = {
  target: pg.ClientConfig;
  owner: pg.ClientConfig | null;
  external: boolean;
  dataDir: string;
  close: () => Promise<void>;
};

/**
 * The database of the environment, for a command beside the server: the embedded one is shared with the server that runs it, or
 * started for the while. Throws when there is none yet, and makes none.
 */
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
 * The database that a backup is restored into, by a login that may become keyhold_owner: the embedded one is made when it is missing, of
 * another the roles are prepared once `look` has found nothing in it. Throws while a server runs the embedded one.
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
