import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/transactions.ts';
import type { ZipEntry } from '../../http/zip.ts';
import type { Exported } from './table.ts';

/** How far each chain went when the export began. */
export type Ends = { movement: number; log: number };

type Row = { hash: string; entry: string };

/** So many entries are read in one transaction. */
const PAGE = 250;

export async function readEnds(tx: Tx): Promise<Ends> {
  const { rows } = await tx.execute<{ chain: keyof Ends; seq: string }>(
    sql`select chain, seq from own_chain_ends()`,
  );
  const seqOf = (name: keyof Ends) => Number(rows.find(({ chain }) => chain === name)?.seq ?? 0);
  return { movement: seqOf('movement'), log: seqOf('log') };
}

/**
 * Both chains, one entry a line: its hash, and the array the hash is made of, letter for letter as PostgreSQL writes it. What is checked
 * is the text between "entry": and the end of the line.
 */
export async function* chainEntries(read: Exported['read'], ends: Ends): AsyncGenerator<ZipEntry> {
  yield { name: 'movements.jsonl', lines: linesOf(read, 'movement', ends.movement) };
  yield { name: 'log.jsonl', lines: linesOf(read, 'log', ends.log) };
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
