import { realpath } from 'node:fs/promises';
import type pg from 'pg';
import { readConfig } from '../config.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { findDataFolder } from './embedded-data-folder.ts';
import { readyRoles } from './open.ts';

/**
 * The database of the environment, for a command beside the server: the embedded one is shared with the server that runs it, or
 * started for the while. Throws when there is none yet, and makes none.
 */
export async function reachDatabase(): Promise<{ target: pg.ClientConfig; close: () => Promise<void> }> {
  const config = readConfig(process.env);
  const nothing = async () => undefined;
  if (config.databaseUrl) return { target: { connectionString: config.databaseUrl }, close: nothing };
  const running = await findRunning(config.dataDir);
  if (running) return { target: running.connection, close: nothing };
  const real = await realpath(config.dataDir).catch(() => null);
  if (!real || !(await findDataFolder(real)))
    throw new Error(`There is no database in ${config.dataDir} yet.`);
  const embedded = await openEmbedded(config.dataDir, console.log);
  return { target: embedded.connection, close: embedded.close };
}

/**
 * The database that a backup is restored into, with the rights of the owner of the tables: the embedded one is made when it is missing.
 * Throws while a server uses it.
 */
export async function openForRestore(
  log: (line: string) => void,
): Promise<{ target: pg.ClientConfig; close: () => Promise<void> }> {
  const config = readConfig(process.env);
  if (config.databaseUrl) {
    const target = { connectionString: config.databaseUrl };
    await readyRoles(target, log);
    return { target, close: async () => undefined };
  }
  const embedded = await openEmbedded(config.dataDir, log);
  return { target: embedded.connection, close: embedded.close };
}
