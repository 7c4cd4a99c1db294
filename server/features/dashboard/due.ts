import { sql } from 'drizzle-orm';
import type { Stats } from '../../../shared/dashboard.ts';
import { COUNTED_MATCHES, DASHBOARD_DUE } from '../../../shared/limits.ts';
import { ask, prepared } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { bunchColumns, dueOrNever, selectPage } from '../key-bunch/key-bunch.ts';

/** As the index says it. */
const DUE = "(case when due_at is null then 'infinity' else due_at end)";
const counted = (where: string) =>
  `(select count(*)::int from (select from key_bunches where ${where} limit ${COUNTED_MATCHES}) found)`;

const WANTED = `with day as (
    select clock() as now, (date_trunc('day', clock() at time zone timezone) + interval '1 day') at time zone timezone as ends
    from companies)
  select ${counted(`${DUE} < (select now from day)`)} as overdue,
    ${counted(`${DUE} >= (select now from day) and ${DUE} < (select ends from day)`)} as "dueToday",
    ${counted('short_since is not null')} as short`;

/** How many sets are overdue, due later today by the company's clock, and short: COUNTED_MATCHES at most of each. */
export async function readWanted(tx: Tx): Promise<Pick<Stats, 'overdue' | 'dueToday' | 'short'>> {
  const [row] = await ask<Pick<Stats, 'overdue' | 'dueToday' | 'short'>>(tx, WANTED, []);
  return row ?? { overdue: 0, dueToday: 0, short: 0 };
}

/** What is overdue, longest first, then what is due soonest. */
export const readDue = prepared(bunchColumns, (tx) =>
  selectPage(
    tx,
    sql`(${dueOrNever}) < 'infinity'`,
    [sql`(${dueOrNever})`, sql`${keyBunches.id}`],
    DASHBOARD_DUE,
  ),
);
