import { realpath } from 'node:fs/promises';
import type pg from 'pg';
import { readConfig } from '../environment.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { findDataFolder } from './embedded-data-folder.ts';
import { prepareDatabase, withClient } from './owner.ts';

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
