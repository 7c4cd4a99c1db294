import { migrateAs, prepareDatabase, reachDatabase } from '../database/open.ts';
import { runCommand } from './run-command.ts';

/**
 * `keyhold migrate`: prepares roles and schema with DATABASE_OWNER_URL, so that the server can start without that variable. Embedded
 * databases are prepared at the start. Exits with 1 when a required right is missing.
 */
async function main(): Promise<void> {
  const { target, owner, external, close } = await reachDatabase();
  try {
    if (external) await prepareDatabase(target, owner, console.log);
    else if (owner) await migrateAs(owner, console.log);
    console.log('The database is up to date.');
  } finally {
    await close();
  }
}

runCommand(main);
