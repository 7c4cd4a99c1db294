import type pg from 'pg';
import { type Misfit, openComparison } from '../anchor/compare.ts';
import { checkFiles, type FileFinding } from '../anchor/file-check.ts';
import { type Extent, extentsOf } from '../anchor/folder.ts';
import { readPublicKey } from '../anchor/key.ts';
import { fingerprintOf } from '../anchor/line.ts';

/** The files of one server: a file, or the folder of all its files. */
export type AnchorSource = { path: string; files: Extent[] };

/** Notes how far each file goes: what is written later is newer than what the database will be asked. */
export async function openSources(paths: readonly string[]): Promise<AnchorSource[]> {
  const sources: AnchorSource[] = [];
  for (const path of paths) {
    const files = await extentsOf(path);
    if (files.length === 0) throw new Error(`There are no anchors in ${path}.`);
    sources.push({ path, files });
  }
  return sources;
}

/** A key that is trusted: its fingerprint, with or without spaces, or the file of the public key. */
export async function fingerprintIn(word: string): Promise<string> {
  const digits = word.replace(/\s/g, '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : fingerprintOf(await readPublicKey(word));
}

/** What `npm run verify -- --anchors` prints of each source, and whether all of it fits. */
export async function checkSources(
  client: pg.ClientBase,
  sources: readonly AnchorSource[],
  trusted: readonly string[],
): Promise<{ lines: string[]; fits: boolean }> {
  const lines: string[] = [];
  let fits = true;
  for (const { path, files } of sources) {
    const comparison = openComparison(client);
    const reading = checkFiles(files, trusted);
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) await comparison.add(next.value);
    const misfits = await comparison.end();
    fits &&= misfits.length === 0 && next.value.fault === null;
    lines.push(...wordsOf(path, next.value, misfits, trusted.length > 0));
  }
  return { lines, fits };
}

function wordsOf(path: string, found: FileFinding, misfits: Misfit[], isTrusted: boolean): string[] {
  const { lines, heads, keys, first, torn, fault } = found;
  const keysInWords = keys.length > 0 ? `, signed by ${keys.join(', then ')}` : '';
  return [
    `Anchors in ${path}: ${lines} lines, ${heads} heads${keysInWords}`,
    ...(first !== null && first > 1 ? [`  Begins at line number ${first}: older files are not here`] : []),
    ...(torn > 0 ? [`  ${torn} unfinished lines, as a crash leaves them`] : []),
    ...(isTrusted ? [] : ['  Compare the key with the fingerprint that you noted, or name it with --key']),
    ...(fault ? [`  BROKEN: ${fault}`] : []),
    ...misfits.map((misfit) => `  BROKEN: ${misfitInWords(misfit)}`),
    ...(!fault && misfits.length === 0 ? ['  Every head is in the history as it was anchored'] : []),
  ];
}

const NOUNS = { movements: 'movement', audit_log: 'log entry' } as const;

function misfitInWords({ company, chain, seq, fitsTo, at, n, kind }: Misfit): string {
  const where = fitsTo + 1 === seq ? `${seq}` : `between ${fitsTo + 1} and ${seq}`;
  const what = kind === 'gone' ? 'is gone' : 'has another hash now';
  return `company ${company}, first ${NOUNS[chain]} that does not fit: ${where}. Entry ${seq} was anchored at ${at} (number ${n}) and ${what}`;
}
