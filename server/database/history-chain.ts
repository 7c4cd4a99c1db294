import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './transactions.ts';

/** The state of a company's chain; `brokenAt` is the number of the first entry that does not fit. */
export type Chain = {
  chain: 'movement' | 'log';
  entries: number;
  brokenAt: number | null;
  reason: string | null;
};

type End = { chain: 'movement' | 'log'; seq: string; hash: string };
type Slice = { entries: string; last_hash: string | null; broken_at: string | null; reason: string | null };

/** Entries per statement: computed well within the statement timeout. */
const SLICE = 5000;

/** Recomputes both chains of a company, by default the caller's own (all that keyhold_app may). Read-only. */
export async function checkChains(tx: Pick<Tx, 'execute'>, companyId?: number): Promise<Chain[]> {
  const source = companyId === undefined ? sql`own_chain_ends()` : sql`chain_ends(${companyId})`;
  const { rows: ends } = await tx.execute<End>(sql`select chain, seq, hash from ${source}`);
  // Without its stored end, removal of a chain's newest entries cannot be detected.
  if (ends.length !== 2)
    return [
      { chain: 'movement', entries: 0, brokenAt: 0, reason: 'the end of the chain is no longer known' },
    ];
  const chains: Chain[] = [];
  for (const end of ends) chains.push(await checkChain(tx, end, companyId));
  return chains;
}

/** Reads a chain up to its end at the start of the check. */
async function checkChain(
  tx: Pick<Tx, 'execute'>,
  { chain, seq, hash }: End,
  companyId: number | undefined,
): Promise<Chain> {
  const slice = (behind: number, upto: number): SQL =>
    companyId === undefined
      ? sql`verify_own_slice(${chain}, ${behind}, ${upto})`
      : sql`verify_slice(${companyId}, ${chain}, ${behind}, ${upto})`;
  const end = Number(seq);
  let entries = 0;
  let last = '';
  for (let behind = 0; behind < end; behind += SLICE) {
    const upto = Math.min(behind + SLICE, end);
    const { rows } = await tx.execute<Slice>(
      sql`select entries, last_hash, broken_at, reason from ${slice(behind, upto)}`,
    );
    const [found] = rows;
    const read = Number(found?.entries ?? 0);
    entries += read;
    if (found?.broken_at) return { chain, entries, brokenAt: Number(found.broken_at), reason: found.reason };
    if (read < upto - behind && upto < end)
      return { chain, entries, brokenAt: behind + read + 1, reason: 'an entry is missing' };
    last = found?.last_hash ?? '';
  }
  const whole = entries === end && last === hash;
  return {
    chain,
    entries,
    brokenAt: whole ? null : end,
    reason: whole ? null : 'the newest entries are missing',
  };
}
