import { row, rows, type Sql, sql } from './sql.ts';
import type { Tx } from './transactions.ts';

/** The state of a company's chain; `brokenAt` is the number of the first entry that does not fit. */
export type Chain = {
  chain: 'movement' | 'log';
  entries: number;
  brokenAt: number | null;
  reason: string | null;
};

type End = { chain: 'movement' | 'log'; seq: number; hash: string };
type Slice = { entries: number; lastHash: string | null; brokenAt: number | null; reason: string | null };

/** Entries per statement: computed well within the statement timeout. */
const SLICE = 5000;

/** Recomputes both chains of a company, by default the caller's own (all that keyhold_app may). Read-only. */
export async function checkChains(tx: Tx, companyId?: number): Promise<Chain[]> {
  const source = companyId === undefined ? sql`own_chain_ends()` : sql`chain_ends(${companyId})`;
  const ends = await rows(tx, sql<End>`select chain, seq, hash from ${source}`);
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
  tx: Tx,
  { chain, seq: end, hash }: End,
  companyId: number | undefined,
): Promise<Chain> {
  const slice = (behind: number, upto: number): Sql =>
    companyId === undefined
      ? sql`verify_own_slice(${chain}, ${behind}, ${upto})`
      : sql`verify_slice(${companyId}, ${chain}, ${behind}, ${upto})`;
  let entries = 0;
  let last = '';
  for (let behind = 0; behind < end; behind += SLICE) {
    const upto = Math.min(behind + SLICE, end);
    const found = await row(
      tx,
      sql<Slice>`select entries, last_hash as "lastHash", broken_at as "brokenAt", reason from ${slice(behind, upto)}`,
    );
    const read = found?.entries ?? 0;
    entries += read;
    if (found?.brokenAt) return { chain, entries, brokenAt: found.brokenAt, reason: found.reason };
    if (read < upto - behind && upto < end)
      return { chain, entries, brokenAt: behind + read + 1, reason: 'an entry is missing' };
    last = found?.lastHash ?? '';
  }
  const whole = entries === end && last === hash;
  return {
    chain,
    entries,
    brokenAt: whole ? null : end,
    reason: whole ? null : 'the newest entries are missing',
  };
}
