import { realpath } from 'node:fs/promises';
import type pg from 'pg';
import { readConfig } from '../config.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { findDataFolder } from './embedded-data-folder.ts';

/**
 * `target` is the server's login. `owner` may become keyhold_owner: DATABASE_OWNER_URL, or the administrator of the embedded database;
 * null when DATABASE_URL alone is set
 * (`external`: either is).
 */
export type Reached = {
  target: pg.ClientConfig;
  owner: pg.ClientConfig | null;
  external: boolean;
  close: () => Promise<void>;
};

/**
 * The database of the environment, for a command beside the server: the embedded one is shared with the server that runs it, or
 * started for the while. Throws when there is none yet, and makes none.
 */
export async function reachDatabase(): Promise<Reached> {
  const config = readConfig(process.env);
  const nothing = async () => undefined;
  if (config.databaseUrl) {
    const owner = config.ownerUrl ? { connectionString: config.ownerUrl } : null;
    return { target: { connectionString: config.databaseUrl }, owner, external: true, close: nothing };
  }
  const running = await findRunning(config.dataDir);
  if (running) return { target: running.connection, owner: running.owner, external: false, close: nothing };
  const real = await realpath(config.dataDir).catch(() => null);
  if (!real || !(await findDataFolder(real)))
    throw new Error(`There is no database in ${config.dataDir} yet.`);
  const embedded = await openEmbedded(config.dataDir, console.log);
  return { target: embedded.connection, owner: embedded.owner, external: false, close: embedded.close };
}
