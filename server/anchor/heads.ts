import { json, row, rows, sql } from '../database/sql.ts';
import type { Tx } from '../database/transactions.ts';
import type { ChainName, Head } from './line.ts';

/** The end of a chain, and whether its last anchor still matches. */
export type SeenHead = Head & { fits: boolean };
/** What was anchored last of a chain. */
export type LastAnchored = (company: number, chain: ChainName) => { seq: number; hash: string } | undefined;

type Hash = { hash: string | null };
type End = { chain: 'movement' | 'log'; seq: number; hash: string };
const NAMES = { movement: 'movements', log: 'audit_log' } as const;
const STORED = { movements: 'movement', audit_log: 'log' } as const;

/**
 * The ends of the caller's chains. The last anchored entry is read by number, so the cost does not grow with the history. Also for callers
 * with some locations only.
 */
export async function ownHeads(tx: Tx, company: number, known: LastAnchored): Promise<SeenHead[]> {
  // Before the heads are read: what was anchored by then is in the database by then.
  const anchored = { movement: known(company, 'movements'), log: known(company, 'audit_log') };
  const ends = await rows(tx, sql<End>`select chain, seq, hash from own_chain_ends()`);
  const heads: SeenHead[] = [];
  for (const { chain, seq, hash } of ends) {
    const head: Head = { company, chain: NAMES[chain], seq, hash };
    const before = anchored[chain];
    const at = before && before.seq < head.seq ? await ownHashAt(tx, chain, before.seq) : hash;
    heads.push({ ...head, fits: !before || (before.seq <= head.seq && before.hash === at) });
  }
  return heads;
}

async function ownHashAt(tx: Tx, chain: End['chain'], seq: number): Promise<string | null> {
  const entry = sql<Hash>`select last_hash as hash from verify_own_slice(${chain}, ${seq - 1}, ${seq})`;
  return (await row(tx, entry))?.hash ?? null;
}

/**
 * The ends of every company's chains behind a company's id, two of each, in the order of the ids; in a system transaction. A chain whose end
 * is gone counts as empty.
 */
export async function headsBehind(tx: Tx, behind: number, limit: number): Promise<Head[]> {
  const ends = await rows(
    tx,
    sql<End & { company: number }>`
      select c.id as company, named.chain, coalesce(e.seq, 0) as seq, coalesce(e.hash, '') as hash
      from (select id from companies where id > ${behind} order by id limit ${limit}) as c
      cross join (values ('movement'), ('log')) as named (chain)
      left join lateral chain_ends(c.id) as e on e.chain = named.chain
      order by c.id`,
  );
  return ends.map((end) => ({ ...end, chain: NAMES[end.chain] }));
}

/** Current hashes at these numbers, in order; null where missing. In a system transaction. */
export async function hashesAt(tx: Tx, heads: readonly Omit<Head, 'hash'>[]): Promise<(string | null)[]> {
  if (heads.length === 0) return [];
  const wanted = heads.map(({ company, chain, seq }) => [company, STORED[chain], seq]);
  const found = await rows(
    tx,
    sql<Hash>`select found.last_hash as hash from jsonb_array_elements(${json(wanted)}) with ordinality as wanted (head, at)
      left join lateral verify_slice((head->>0)::int, head->>1, (head->>2)::bigint - 1, (head->>2)::bigint) as found on true
      order by wanted.at`,
  );
  return found.map(({ hash }) => hash);
}
