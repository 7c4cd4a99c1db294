import { desc } from 'drizzle-orm';
import type { HistoryCheck } from '../../../shared/history-check.ts';
import { fullName } from '../../../shared/user-name.ts';
import { type Chain, checkChains } from '../../database/history-chain.ts';
import { historyChecks } from '../../database/schema/history.ts';
import type { Feature } from '../feature.ts';

/** Recomputes both chains of the company and stores the result. */
const verifyHistory: Feature<'verifyHistory'> = async ({ tx, me }) => {
  const chains = await checkChains(tx);
  const entriesOf = (name: Chain['chain']) => chains.find(({ chain }) => chain === name)?.entries ?? 0;
  const broken = chains.find(({ brokenAt }) => brokenAt !== null);
  const [check] = await tx
    .insert(historyChecks)
    .values({
      checkedByName: fullName(me),
      movements: entriesOf('movement'),
      logEntries: entriesOf('log'),
      ...(broken && { brokenChain: broken.chain, brokenAt: broken.brokenAt, reason: broken.reason }),
    })
    .returning();
  if (!check) throw new Error('The database returned no new check');
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
