import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/transactions.ts';
import type { ZipEntry } from '../../http/zip.ts';
import type { Exported } from './table.ts';

/** The newest entry of a chain at the start of the export: number and hash; 0 and null when empty. */
type End = { seq: number; hash: string };
export type Ends = { movement: End; log: End };

type Row = { hash: string; entry: string };

/** Entries per transaction. */
const PAGE = 250;

export async function readEnds(tx: Tx): Promise<Ends> {
  const { rows } = await tx.execute<{ chain: keyof Ends; seq: string; hash: string }>(
    sql`select chain, seq, hash from own_chain_ends()`,
  );
  const endOf = (name: keyof Ends): End => {
    const end = rows.find(({ chain }) => chain === name);
    return { seq: Number(end?.seq ?? 0), hash: end?.hash ?? '' };
  };
  return { movement: endOf('movement'), log: endOf('log') };
}

/**
 * Both chains, one entry a line: the hash, and the hashed array exactly as PostgreSQL writes it. Verified is the text from "entry": to the
 * end of the line.
 */
export async function* chainEntries(read: Exported['read'], ends: Ends): AsyncGenerator<ZipEntry> {
  yield { name: 'movements.jsonl', lines: linesOf(read, 'movement', ends.movement.seq) };
  yield { name: 'log.jsonl', lines: linesOf(read, 'log', ends.log.seq) };
}

async function* linesOf(read: Exported['read'], chain: keyof Ends, end: number): AsyncGenerator<string> {
  for (let behind = 0; behind < end; behind += PAGE) {
    const upto = Math.min(behind + PAGE, end);
    const { rows } = await read((tx) => tx.execute<Row>(QUERIES[chain](behind, upto)));
    for (const { hash, entry } of rows) yield `{"hash":"${hash}","entry":${entry}}`;
  }
}

const QUERIES = {
  movement: (behind: number, upto: number) =>
    sql`select encode(m.hash, 'hex') as hash, movement_text(m) as entry from movement_history m
      where m.seq > ${behind} and m.seq <= ${upto} order by m.seq`,
  log: (behind: number, upto: number) =>
    sql`select encode(l.hash, 'hex') as hash, log_text(l) as entry from audit_log l
      where l.seq > ${behind} and l.seq <= ${upto} order by l.seq`,
};
