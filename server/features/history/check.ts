import type { HistoryCheck } from '../../../shared/anchor.ts';
import { fullName } from '../../../shared/user-name.ts';
import { type Chain, checkChains } from '../../database/history-chain.ts';
import { historyChecks } from '../../database/schema/history.ts';
import { columns, insert, row, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Feature } from '../feature.ts';
import { checkSeals } from '../former-register/archive.ts';

type Row = RowOf<typeof historyChecks>;

/** Recomputes both chains of the company and stores the result. */
const verifyHistory: Feature<'verifyHistory'> = async ({ tx, me }) => {
  const chains = await checkChains(tx);
  if (!me.locations) await checkSeals(tx);
  const entriesOf = (name: Chain['chain']) => chains.find(({ chain }) => chain === name)?.entries ?? 0;
  const broken = chains.find(({ brokenAt }) => brokenAt !== null);
  const about = {
    checkedByName: fullName(me),
    movements: entriesOf('movement'),
    logEntries: entriesOf('log'),
    ...(broken && { brokenChain: broken.chain, brokenAt: broken.brokenAt, reason: broken.reason }),
  };
  const check = await row(tx, sql<Row>`${insert(historyChecks, about)} returning ${columns(historyChecks)}`);
  if (!check) throw new Error('The database returned no new check');
  return checkOf(check);
};

const getHistoryCheck: Feature<'getHistoryCheck'> = async ({ tx }) => {
  const check = await row(
    tx,
    sql<Row>`select ${columns(historyChecks)} from history_checks order by id desc limit 1`,
  );
  return { last: check ? checkOf(check) : null };
};

const checkOf = (row: Row): HistoryCheck => ({
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
