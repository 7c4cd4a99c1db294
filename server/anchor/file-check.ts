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

/** What a file of anchors says of itself: how much was read, with which keys, and the first thing that is wrong with it. */
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
  let before: { n: number; hash: string; key: string } | null = null;
  for (const { path, bytes } of files) {
    for await (const { at, raw, line } of linesOf(path, bytes)) {
      if (!line) {
        found.torn += 1;
        continue;
      }
      const wrong =
        placeFault(line, before) ?? (isKeyLine(line) ? keyFault(line, before, known, trusted) : null);
      const fault = wrong ?? signatureFault(line, before, known);
      if (fault) {
        found.fault = `line ${at} of ${path}: ${fault}`;
        return found;
      }
      found.lines += 1;
      found.first ??= line.n;
      if (isKeyLine(line) && found.keys.at(-1) !== line.key) found.keys.push(line.key);
      before = { n: line.n, hash: hashOfLine(raw), key: line.key };
      if (!isKeyLine(line)) {
        found.heads += 1;
        yield line;
      }
    }
  }
  if (found.lines === 0) found.fault = 'there is no anchor in it';
  else if (trusted.length > 0 && !found.keys.some((key) => trusted.includes(key)))
    found.fault = `it was signed by the key ${found.keys[0]}, not by the one that you named`;
  return found;
}

type Before = { n: number; hash: string; key: string } | null;

function placeFault(line: Line, before: Before): string | null {
  if (!before) {
    if (!isKeyLine(line)) return 'the file does not begin with a key, so lines before this one are missing';
    return line.n === 1 && line.prev !== '' ? 'the first line follows another' : null;
  }
  if (line.n === before.n + 1 && line.prev === before.hash) return null;
  return `it does not follow the line before it (number ${line.n} after ${before.n}): a line was removed, added or changed`;
}

/** Notes a key that was announced by the one before it, or that is trusted. */
function keyFault(
  line: Extract<Line, { publicKey: string }>,
  before: Before,
  known: Map<string, string>,
  trusted: readonly string[],
): string | null {
  if (fingerprintOf(line.publicKey) !== line.key) return 'the key is not the one that its fingerprint names';
  const vouched = !before || line.key === before.key || line.by === before.key || trusted.includes(line.key);
  if (!vouched) return `the key ${line.key} begins here without the word of the key before it`;
  known.set(line.key, line.publicKey);
  return null;
}

function signatureFault(line: Line, before: Before, known: Map<string, string>): string | null {
  const signer = isKeyLine(line) ? line.by : line.key;
  const publicKey = known.get(signer);
  if (!publicKey || (!isKeyLine(line) && before && line.key !== before.key))
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

const LOOK_UP = `select asked.at, encode(coalesce(m.hash, l.hash), 'hex') as hash
  from unnest($1::int[], $2::text[], $3::bigint[]) with ordinality as asked (company, chain, seq, at)
  left join movement_history m on asked.chain = 'movements' and m.company_id = asked.company and m.seq = asked.seq
  left join audit_log l on asked.chain = 'audit_log' and l.company_id = asked.company and l.seq = asked.seq
  order by asked.at`;

/**
 * Looks every anchored entry up in the database, as keyhold_system. `checkChains` verifies that the entries match their hashes. Keeps state
 * per chain, not per line.
 */
export function openComparison(client: pg.ClientBase) {
  const fits = new Map<string, number>();
  const misfits = new Map<string, Misfit>();
  let waiting: HeadLine[] = [];

  async function look(): Promise<void> {
    const lines = waiting;
    waiting = [];
    const { rows } = await client.query<{ hash: string | null }>(LOOK_UP, [
      lines.map(({ company }) => company),
      lines.map(({ chain }) => chain),
      lines.map(({ seq }) => seq),
    ]);
    for (const [at, line] of lines.entries()) judge(line, rows[at]?.hash ?? null);
  }
  function judge({ company, chain, seq, hash, at, n }: HeadLine, now: string | null): void {
    const name = `${company}/${chain}`;
    if (misfits.has(name)) return;
    if (now === hash) fits.set(name, Math.max(seq, fits.get(name) ?? 0));
    else {
      const kind = now === null ? 'gone' : 'rewritten';
      misfits.set(name, { company, chain, seq, fitsTo: fits.get(name) ?? 0, at, n, kind });
    }
  }
  return {
    async add(line: HeadLine): Promise<void> {
      waiting.push(line);
      if (waiting.length === BATCH) await look();
    },
    /** The first misfit of each chain. */
    async end(): Promise<Misfit[]> {
      await look();
      return [...misfits.values()];
    },
  };
}
