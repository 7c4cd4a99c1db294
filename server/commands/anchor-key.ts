import { chmod, copyFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { grouped } from '../../shared/anchor-words.ts';
import { type AnchorFolder, changeKey, inFolder, nextKeyFile, ownKey } from '../anchor/folder.ts';
import { type AnchorKey, makeKey, readKey } from '../anchor/key.ts';
import { readConfig } from '../environment.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: keyhold anchor-key [--new | --take FILE]';

/**
 * `keyhold anchor-key`: prints the public key that anchors are signed with. `--new` replaces it by a new key, `--take` by the key in a file
 * (another server's); a line signed with the old key announces the new one. A running server signs with it from its next line on.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { new: { type: 'boolean' }, take: { type: 'string' } } });
  if (values.new && values.take) throw new Error(USAGE);
  const folder = readConfig(process.env).anchors;
  const key = await inFolder(folder, async () => {
    if (values.new || values.take) await replace(folder, values.take);
    return ownKey(folder);
  });
  console.log(`Fingerprint ${grouped(key.fingerprint)}`);
  console.log(key.pem.trimEnd());
}

async function replace(folder: AnchorFolder, source: string | undefined): Promise<void> {
  const next = nextKeyFile(folder.keyFile);
  await ownKey(folder);
  // A replacement that was begun earlier and never announced.
  await rm(next, { force: true });
  const key = source ? await take(source, next) : await makeKey(next);
  await changeKey(folder, key);
}

async function take(source: string, next: string): Promise<AnchorKey> {
  if (!(await readKey(source))) throw new Error(`There is no key in ${source}.`);
  await copyFile(source, next);
  await chmod(next, 0o600);
  const key = await readKey(next);
  if (!key) throw new Error(`There is no key in ${next}.`);
  return key;
}

runCommand(main);
