import type pg from 'pg';
import { type Extent, linesOf } from './folder.ts';
import {
  type ChainName,
  fingerprintOf,
  type HeadLine,
  hashOfLine,
  isKeyLine,
  isSigned,
  type Line,
} from './line.ts';

/** Result of checking a file of anchors without the database: lines and heads read, signing keys, and the first error. */
export type FileFinding = {
  lines: number;
  heads: number;
  /** The fingerprints in the order in which they began to sign. */
  keys: string[];
  /** The number of the first line. Above 1 there are older files that are not here. */
  first: number | null;
  /** Lines that are none: what a crash cut off. */
  torn: number;
  fault: string | null;
};

type PreviousLine = { n: number; hash: string; key: string } | null;

/**
 * Reads the files of one server in their order, each line once, and answers in the end whether every line follows the one before it and is
 * signed. Each head is handed out as it is read, up to the first fault. `trusted` are the fingerprints of keys that are known from
 * elsewhere; with none, the files' first key vouches for itself.
 */
export async function* checkFiles(
  files: readonly Extent[],
  trusted: readonly string[],
): AsyncGenerator<HeadLine, FileFinding> {
  const found: FileFinding = { lines: 0, heads: 0, keys: [], first: null, torn: 0, fault: null };
  const known = new Map<string, string>();
  let before: PreviousLine = null;
  for (const { path, bytes } of files) {
    for await (const { at, raw, line } of linesOf(path, bytes)) {
      if (!line) {
        found.torn += 1;
        continue;
      }
      const fault = faultOf(line, before, known, trusted);
      if (fault) return { ...found, fault: `line ${at} of ${path}: ${fault}` };
      found.lines += 1;
      found.first ??= line.n;
      if (isKeyLine(line) && found.keys.at(-1) !== line.key) found.keys.push(line.key);
      before = { n: line.n, hash: hashOfLine(raw), key: line.key };
      if (isKeyLine(line)) continue;
      found.heads += 1;
      yield line;
    }
  }
  if (found.lines === 0) found.fault = 'there is no anchor in it';
  else if (trusted.length > 0 && !found.keys.some((key) => trusted.includes(key)))
    found.fault = `it was signed by the key ${found.keys[0]}, not by the one that you named`;
  return found;
}

/** What is wrong with a line: its place, its key or its signature. Notes a key that the one before it announced, or that is trusted. */
function faultOf(
  line: Line,
  before: PreviousLine,
  known: Map<string, string>,
  trusted: readonly string[],
): string | null {
  const { n, key, prev } = line;
  if (before && (n !== before.n + 1 || prev !== before.hash))
    return `it does not follow the line before it (number ${n} after ${before.n}): a line was removed, added or changed`;
  if (!before && !isKeyLine(line))
    return 'the file does not begin with a key, so lines before this one are missing';
  if (!before && n === 1 && prev !== '') return 'the first line follows another';
  if (isKeyLine(line)) {
    if (fingerprintOf(line.publicKey) !== key) return 'the key is not the one that its fingerprint names';
    if (before && ![key, line.by].includes(before.key) && !trusted.includes(key))
      return `the key ${key} begins here without the word of the key before it`;
    known.set(key, line.publicKey);
  }
  const signer = isKeyLine(line) ? line.by : key;
  const publicKey = known.get(signer);
  if (!publicKey || (!isKeyLine(line) && key !== before?.key))
    return `it names the key ${signer}, which was never announced`;
  return isSigned(line, publicKey) ? null : 'the signature is wrong: the line was changed';
}

/**
 * A chain that does not match its anchor: entry `seq` is missing or differs. Entry `fitsTo` still matched, so the first rewritten or
 * removed entry is after it, at `seq` at the latest.
 */
export type Misfit = {
  company: number;
  chain: ChainName;
  seq: number;
  fitsTo: number;
  at: string;
  n: number;
  kind: 'gone' | 'rewritten';
};

/** Lines looked up in one statement. */
const BATCH = 1000;

const LOOK_UP = `select wanted.at, encode(coalesce(m.hash, l.hash), 'hex') as hash
  from unnest($1::int[], $2::text[], $3::bigint[]) with ordinality as wanted (company, chain, seq, at)
  left join movement_history m on wanted.chain = 'movements' and m.company_id = wanted.company and m.seq = wanted.seq
  left join audit_log l on wanted.chain = 'audit_log' and l.company_id = wanted.company and l.seq = wanted.seq
  order by wanted.at`;

/**
 * Looks every anchored entry up in the database, as keyhold_system. `checkChains` verifies that the entries match their hashes. Keeps state
 * per chain, not per line. `end` returns the first misfit of each chain.
 */
export function openComparison(client: pg.ClientBase) {
  const fits = new Map<string, number>();
  const misfits = new Map<string, Misfit>();
  let waiting: HeadLine[] = [];

  async function look(): Promise<void> {
    const lines = waiting;
    waiting = [];
    const columns = [
      lines.map((line) => line.company),
      lines.map((line) => line.chain),
      lines.map((line) => line.seq),
    ];
    const { rows } = await client.query<{ hash: string | null }>(LOOK_UP, columns);
    for (const [index, { company, chain, seq, hash, at, n }] of lines.entries()) {
      const [name, stored] = [`${company}/${chain}`, rows[index]?.hash ?? null];
      if (misfits.has(name)) continue;
      const fitsTo = fits.get(name) ?? 0;
      if (stored === hash) fits.set(name, Math.max(seq, fitsTo));
      else
        misfits.set(name, {
          company,
          chain,
          seq,
          fitsTo,
          at,
          n,
          kind: stored === null ? 'gone' : 'rewritten',
        });
    }
  }
  return {
    async add(line: HeadLine): Promise<void> {
      if (waiting.push(line) === BATCH) await look();
    },
    end: () => look().then(() => [...misfits.values()]),
  };
}
