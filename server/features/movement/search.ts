import { and, desc, gte, lt, type SQL, sql } from 'drizzle-orm';
import { COUNTED_MOVEMENTS } from '../../../shared/limits.ts';
import { movementHistory } from '../../database/schema/history.ts';
import type { Tx } from '../../database/transactions.ts';
import { actionsOf, type Filters, matching } from './filter.ts';

type Row = typeof movementHistory.$inferSelect;

/**
 * How the entries that match are found. With `walk` no index names them, because there are so many: the newest of them are met soon, and
 * `walk` goes to them. `total` is how many there are, `many` that they are more than COUNTED_MOVEMENTS; null when nobody counted.
 */
export type Found = { where: SQL | undefined; walk: boolean; total: number | 'many' | null };

/** What matches; a searched text is looked up in an index, together with the filters. */
export async function findMatching(tx: Tx, filters: Filters): Promise<Found> {
  const text = filters.search?.trim();
  if (!text) return { where: matching(filters), walk: false, total: null };
  const { from = null, to = null, locationId = null, keyBunchId = null } = filters;
  const { rows } = await tx.execute<{ numbers: string[] | null; many: boolean }>(
    sql`select numbers, many from found_movements(${text}, ${COUNTED_MOVEMENTS}, ${sql.param(actionsOf(filters))}::text[],
      ${from}::timestamptz, ${to}::timestamptz, ${locationId}::int, ${keyBunchId}::int)`,
  );
  const { numbers = null, many = false } = rows[0] ?? {};
  if (!numbers) return { where: matching(filters), walk: true, total: many ? 'many' : null };
  return {
    where: sql`${movementHistory.seq} = any (${sql.param(numbers)}::bigint[])`,
    walk: false,
    total: numbers.length,
  };
}

/** How many entries are compared at first, and in one statement at most. */
const FIRST_STRIDE = 5000;
const LONGEST_STRIDE = 80_000;

/** The newest `take` entries numbered below `end` that match, compared one by one in strides that grow, so that no statement reads all. */
export async function walk(tx: Tx, where: SQL | undefined, end: number, take: number): Promise<Row[]> {
  const { seq } = movementHistory;
  const rows: Row[] = [];
  let stride = FIRST_STRIDE;
  for (let below = end; below > 1 && rows.length < take; stride = Math.min(stride * 2, LONGEST_STRIDE)) {
    const from = Math.max(1, below - stride);
    const some = tx
      .select()
      .from(movementHistory)
      .where(and(where, gte(seq, from), lt(seq, below)))
      .orderBy(desc(seq))
      .limit(take - rows.length);
    rows.push(...(await some));
    below = from;
  }
  return rows;
}

/** Strides that are counted at most: of a history longer than that the rest is not looked at. */
const COUNTED_STRIDES = 5;

/** How many entries match, counted from the newest on; `more` when there are more, or not all were compared. */
export async function countAlong(tx: Tx, where: SQL | undefined): Promise<{ total: number; more: boolean }> {
  const { seq } = movementHistory;
  let total = 0;
  let below = await endOf(tx);
  for (let n = 0; n < COUNTED_STRIDES && below > 1 && total <= COUNTED_MOVEMENTS; n += 1) {
    const from = Math.max(1, below - LONGEST_STRIDE);
    total += await tx.$count(movementHistory, and(where, gte(seq, from), lt(seq, below)));
    below = from;
  }
  return { total: Math.min(total, COUNTED_MOVEMENTS), more: total > COUNTED_MOVEMENTS || below > 1 };
}

/** The number behind the newest entry the caller may see. */
export async function endOf(tx: Tx): Promise<number> {
  const { seq } = movementHistory;
  const [last] = await tx.select({ seq }).from(movementHistory).orderBy(desc(seq)).limit(1);
  return (last?.seq ?? 0) + 1;
}
