import { desc, sql } from 'drizzle-orm';
import type { HistoryCheck } from '../../shared/company.ts';
import { fullName } from '../../shared/user.ts';
import { historyChecks } from '../database/schema.ts';
import type { Feature } from '../feature.ts';

type Chain = { chain: 'movement' | 'log'; entries: string; broken_at: string | null; reason: string | null };

/** A chain whose head is gone cannot be told from one whose newest entries are. */
const HEADLESS: Chain = {
  chain: 'movement',
  entries: '0',
  broken_at: '0',
  reason: 'the end of the chain is not known any more',
};

/** Recomputes both chains of the own company and keeps what was found. */
const verifyHistory: Feature<'verifyHistory'> = async ({ tx, me }) => {
  const { rows } = await tx.execute<Chain>(
    sql`select chain, entries, broken_at, reason from verify_own_history()`,
  );
  const chains = rows.length === 2 ? rows : [HEADLESS];
  const count = (chain: Chain['chain']) => Number(chains.find((one) => one.chain === chain)?.entries ?? 0);
  const misfit = chains.find((one) => one.broken_at !== null);
  const [check] = await tx
    .insert(historyChecks)
    .values({
      checkedByName: fullName(me),
      movements: count('movement'),
      logEntries: count('log'),
      ...(misfit && {
        brokenChain: misfit.chain,
        brokenAt: Number(misfit.broken_at),
        reason: misfit.reason,
      }),
    })
    .returning();
  if (!check) throw new Error('The new check did not come back');
  return checkOf(check);
};

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
