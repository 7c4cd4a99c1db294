import { desc, sql } from 'drizzle-orm';
import type { HistoryCheck } from '../../../shared/company.ts';
import { fullName } from '../../../shared/user.ts';
import { historyChecks } from '../../database/schema.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';

type Head = { chain: 'movement' | 'log'; seq: string; hash: string };
type Slice = { entries: string; last_hash: string | null; broken_at: string | null; reason: string | null };
type Misfit = NonNullable<HistoryCheck['firstMisfit']>;

/** As many entries as are computed in much less than the time a statement has. */
const SLICE = 5000;

/** Recomputes both chains of the own company and keeps what was found. */
const verifyHistory: Feature<'verifyHistory'> = async ({ tx, me }) => {
  const { rows: heads } = await tx.execute<Head>(sql`select chain, seq, hash from own_chain_heads()`);
  const read = { movement: 0, log: 0 };
  // A chain whose head is gone cannot be told from one whose newest entries are.
  let misfit: Misfit | null =
    heads.length === 2
      ? null
      : { chain: 'movement', entry: 0, reason: 'the end of the chain is no longer known' };
  for (const head of heads) {
    const found = await checkChain(tx, head);
    read[head.chain] = found.entries;
    misfit ??= found.misfit;
  }
  const [check] = await tx
    .insert(historyChecks)
    .values({
      checkedByName: fullName(me),
      movements: read.movement,
      logEntries: read.log,
      ...(misfit && { brokenChain: misfit.chain, brokenAt: misfit.entry, reason: misfit.reason }),
    })
    .returning();
  if (!check) throw new Error('The database returned no new check');
  return checkOf(check);
};

/** Reads a chain up to the head it had when the check began; what is written meanwhile comes behind it. */
async function checkChain(
  tx: Tx,
  { chain, seq, hash }: Head,
): Promise<{ entries: number; misfit: Misfit | null }> {
  const end = Number(seq);
  let entries = 0;
  let last = '';
  for (let behind = 0; behind < end; behind += SLICE) {
    const upto = Math.min(behind + SLICE, end);
    const { rows } = await tx.execute<Slice>(
      sql`select entries, last_hash, broken_at, reason from verify_own_slice(${chain}, ${behind}, ${upto})`,
    );
    const [slice] = rows;
    const found = Number(slice?.entries ?? 0);
    entries += found;
    if (slice?.broken_at)
      return { entries, misfit: { chain, entry: Number(slice.broken_at), reason: slice.reason ?? '' } };
    if (found < upto - behind && upto < end)
      return { entries, misfit: { chain, entry: behind + found + 1, reason: 'an entry is missing' } };
    last = slice?.last_hash ?? '';
  }
  const whole = entries === end && last === hash;
  const reason = 'the newest entries are missing';
  return { entries, misfit: whole ? null : { chain, entry: end, reason } };
}

const getHistoryCheck: Feature<'getHistoryCheck'> = async ({ tx }) => {
  const [check] = await tx.select().from(historyChecks).orderBy(desc(historyChecks.id)).limit(1);
  return { last: check ? checkOf(check) : null };
};

const checkOf = (row: typeof historyChecks.$inferSelect): HistoryCheck => ({
  id: row.id,
  checkedAt: row.checkedAt,
  checkedBy: row.checkedByName,
  isWhole: row.brokenChain === null,
  entries: row.movements + row.logEntries,
  movements: row.movements,
  logEntries: row.logEntries,
  firstMisfit:
    row.brokenChain === null
      ? null
      : { chain: row.brokenChain, entry: row.brokenAt ?? 0, reason: row.reason ?? '' },
});

export const historyCheckFeatures = { verifyHistory, getHistoryCheck };
