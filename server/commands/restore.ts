import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { count } from '../../shared/count.ts';
import { companiesOf, rowsOf } from '../backup/backup.ts';
import { readBackup } from '../backup/read.ts';
import { Faulty, fitOf, type Restored, refuseOccupied, restore } from '../backup/restore.ts';
import { isWhole, linesOf } from '../database/invariants.ts';
import { readMigrations } from '../database/migrate.ts';
import { openForRestore } from '../database/open.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: keyhold restore FILE [--drill] [--despite-faults]
  --drill            a copy to look at: its webhooks are switched off
  --despite-faults   restore even what the checks of keyhold verify find fault with`;

/**
 * `keyhold restore FILE`: loads a backup into an empty database, checks it as `keyhold verify` does, and commits only when the result
 * equals the backup. Prints a summary of what was restored. Exits with 1 when nothing was restored.
 */
async function main(): Promise<void> {
  const { path, options } = read();
  const known = await readMigrations();
  // Checks the file before a database is started or created.
  const checked = await readBackup(path, { head: (head) => void fitOf(head, known) });
  console.log(
    `The file is whole: ${count(companiesOf(checked.manifest), 'company', 'companies')}, ${rowsOf(checked.manifest)} rows, taken at`,
  );
  console.log(`${checked.head.takenAt} by Keyhold ${checked.head.version}. Loading it ...`);
  const { owner, close } = await openForRestore(console.log, refuseOccupied);
  const client = new pg.Client(owner);
  try {
    await client.connect();
    const began = performance.now();
    const restored = await restore(client, path, known, options, console.log);
    for (const line of summaryOf(restored, (performance.now() - began) / 1000)) console.log(line);
  } catch (error) {
    if (error instanceof Faulty)
      for (const finding of error.findings) for (const line of linesOf(finding)) console.error(line);
    throw error;
  } finally {
    await client.end();
    await close();
  }
}

function read() {
  const { values, positionals } = parseArgs({
    options: {
      drill: { type: 'boolean', default: false },
      'despite-faults': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  if (!name || more.length > 0) throw new Error(USAGE);
  return { path: resolve(name), options: { drill: values.drill, despiteFaults: values['despite-faults'] } };
}

function summaryOf({ head, manifest, findings, migrated }: Restored, seconds: number): string[] {
  const broken = findings.filter((finding) => !isWhole(finding)).length;
  return [
    ...findings.flatMap(linesOf),
    ...migrated.map((name) => `Applied migration ${name}`),
    `Restored ${rowsOf(manifest)} rows in ${seconds.toFixed(1)} seconds: ${count(findings.length, 'company', 'companies')}, ${broken} broken.`,
    `This is the register of ${head.takenAt}. Whatever was done later is not in it: look again who was deactivated, which`,
    'passwords were changed and which API tokens were revoked since. Everybody signs in again; invitations are sent again.',
  ];
}

runCommand(main);
