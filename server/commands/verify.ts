import { parseArgs } from 'node:util';
import pg from 'pg';
import { count } from '../../shared/count.ts';
import { checkFiles, type FileFinding, type Misfit, openComparison } from '../anchor/file-check.ts';
import { type Extent, extentsOf } from '../anchor/folder.ts';
import { fingerprintOf, readPublicKey } from '../anchor/line.ts';
import { type Finding, findFaults, isWhole, linesOf, OWNERS_CHECKS } from '../database/invariants.ts';
import { reachDatabase } from '../database/open.ts';
import { OWNER, SYSTEM } from '../database/roles.ts';
import { sealsOf } from '../features/former-register/archive.ts';
import { noteOutcome } from '../task-outcome.ts';
import { runCommand } from './run-command.ts';

/**
 * `keyhold verify`: recomputes the chains of every company and checks the invariants between the tables, whether a server runs or not. With
 * `--anchors FILE` (or a server's folder; repeatable) it also checks the signed heads there, and each head against the chains; `--key`
 * names a trusted key. Prints at least a line per company and exits with 1 when anything is broken.
 */
async function main(): Promise<number> {
  const { anchors, keys } = await read();
  const sources = await openSources(anchors);
  const { target, owner, dataDir, close } = await reachDatabase();
  const client = new pg.Client(owner ?? target);
  try {
    await client.connect();
    const began = performance.now();
    let anchored = { lines: [] as string[], fits: true };
    const findings = await findFaults(client, owner ? OWNER : SYSTEM, async (found) => {
      if (owner) await addSeals(client, found);
      anchored = await checkSources(client, sources, keys);
    });
    const seconds = (performance.now() - began) / 1000;
    for (const finding of findings) for (const line of linesOf(finding)) console.log(line);
    if (!owner)
      console.log(
        `Not checked, which takes DATABASE_OWNER_URL: ${OWNERS_CHECKS.join(', ')} (docs/guarantees.md)`,
      );
    const broken = findings.filter((finding) => !isWhole(finding)).length;
    console.log(`${count(findings.length, 'company', 'companies')}, ${broken} broken`);
    console.log(rateOf(findings, seconds));
    for (const line of anchored.lines) console.log(line);
    const whole = broken === 0 && anchored.fits;
    await noteOutcome(dataDir, 'verify', whole);
    return whole ? 0 : 1;
  } finally {
    await client.end();
    await close();
  }
}

async function read(): Promise<{ anchors: string[]; keys: string[] }> {
  const { values } = parseArgs({
    options: { anchors: { type: 'string', multiple: true }, key: { type: 'string', multiple: true } },
  });
  return { anchors: values.anchors ?? [], keys: await Promise.all((values.key ?? []).map(fingerprintIn)) };
}

/** Adds a fault for each former register that is not as its server signed it (I17). */
async function addSeals(client: pg.ClientBase, findings: Finding[]): Promise<void> {
  for await (const { companyId, id, name, isSealed } of sealsOf(client)) {
    const fault = { companyId, rule: SEALED, what: `former register ${id} "${name}" was changed` };
    if (!isSealed) findings.find((one) => one.id === companyId)?.faults.push(fault);
  }
}
const SEALED = 'a former register is as its server signed it';

/** The duration and the rate, so that an operator can estimate it for a longer history. */
function rateOf(findings: Finding[], seconds: number): string {
  const entries = findings.flatMap(({ chains }) => chains).reduce((sum, chain) => sum + chain.entries, 0);
  const rate = Math.round(entries / seconds);
  return `${entries} entries in ${seconds.toFixed(1)} seconds, ${rate} a second`;
}

runCommand(main);

/** The files of one server: a file, or the folder of all its files. */
type AnchorSource = { path: string; files: Extent[] };

/** Records the current length of each file: lines written later are newer than the database snapshot that they would be compared with. */
async function openSources(paths: readonly string[]): Promise<AnchorSource[]> {
  const sources: AnchorSource[] = [];
  for (const path of paths) {
    const files = await extentsOf(path);
    if (files.length === 0) throw new Error(`There are no anchors in ${path}.`);
    sources.push({ path, files });
  }
  return sources;
}

/** The fingerprint of a trusted key, given as the fingerprint itself, with or without spaces, or as the file of the public key. */
async function fingerprintIn(word: string): Promise<string> {
  const digits = word.replace(/\s/g, '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : fingerprintOf(await readPublicKey(word));
}

/** The lines that `keyhold verify --anchors` prints for each source, and whether all sources match the database. */
async function checkSources(
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
    `Anchors in ${path}: ${count(lines, 'line')}, ${count(heads, 'head')}${keysInWords}`,
    ...(first !== null && first > 1 ? [`  Begins at line number ${first}: older files are not here`] : []),
    ...(torn > 0 ? [`  ${count(torn, 'unfinished line')}, as a crash leaves them`] : []),
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
