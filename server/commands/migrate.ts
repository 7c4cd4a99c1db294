import { migrateAs, prepareDatabase } from '../database/owner.ts';
import { reachDatabase } from '../database/reach.ts';
import { runCommand } from './run-command.ts';

/**
 * `keyhold migrate`: prepares roles and schema by DATABASE_OWNER_URL, so that the server itself starts without it. Of an embedded database
 * the start does that by itself. Exits with 1 when something is missing that nobody given may do.
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
