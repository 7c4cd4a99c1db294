import { realpath } from 'node:fs/promises';
import type pg from 'pg';
import { readConfig } from '../config.ts';
import { findRunning, openEmbedded } from './embedded.ts';
import { findDataFolder } from './embedded-data-folder.ts';

type Reached = { target: pg.ClientConfig; dataDir: string; close: () => Promise<void> };

/**
 * The database of the environment, for a command beside the server: the embedded one is shared with the server that runs it, or
 * started for the while. Throws when there is none yet, and makes none.
 */
export async function reachDatabase(): Promise<Reached> {
  const config = readConfig(process.env);
  const { dataDir } = config;
  const nothing = async () => undefined;
  if (config.databaseUrl)
    return { target: { connectionString: config.databaseUrl }, dataDir, close: nothing };
  const running = await findRunning(config.dataDir);
  if (running) return { target: running.connection, dataDir, close: nothing };
  const real = await realpath(config.dataDir).catch(() => null);
  if (!real || !(await findDataFolder(real)))
    throw new Error(`There is no database in ${config.dataDir} yet.`);
  const embedded = await openEmbedded(config.dataDir, console.log);
  return { target: embedded.connection, dataDir, close: embedded.close };
}
