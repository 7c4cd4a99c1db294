import { COUNTED_MOVEMENTS } from '../../../shared/limits.ts';
import type { MovementQuery } from '../../../shared/movement.ts';
import { row, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { actionsOf, also, type Filters, filtersOf } from './filter.ts';

/**
 * Filters and the way to evaluate them. `walk`: too many matches to list, but the newest are found soon. `total`: number of matches, 'many'
 * above COUNTED_MOVEMENTS, null when not counted.
 */
export type Found = Filters & { walk: boolean; total: number | 'many' | null };

/** The visible sets that open premises now. */
async function bunchesOf(tx: Tx, premisesId: number): Promise<number[]> {
  const opening = sql<{
    ids: number[];
  }>`select array(select key_bunch_id from key_bunch_premises where premises_id = ${premisesId}) as ids`;
  return (await row(tx, opening))?.ids ?? [];
}

/** Prepares a query; a searched text is looked up in an index, together with the filters. */
export async function lookUp(tx: Tx, me: Member, query: MovementQuery): Promise<Found> {
  const text = query.search?.trim();
  const { holderId, premisesId } = query;
  const bunches = premisesId ? await bunchesOf(tx, premisesId) : null;
  // The history of one person or premises is short enough to search directly.
  if (!text || holderId || bunches) return { ...filtersOf(me, query, bunches), walk: false, total: null };
  const { from = null, to = null, locationId = null, keyBunchId = null } = query;
  const found = await row(
    tx,
    sql<{
      numbers: string[] | null;
      many: boolean;
    }>`select numbers, many from found_movements(${text}, ${COUNTED_MOVEMENTS},
      ${actionsOf(query)}::text[], ${from}::timestamptz, ${to}::timestamptz, ${locationId}::int, ${keyBunchId}::int)`,
  );
  const { numbers = null, many = false } = found ?? {};
  if (!numbers) return { ...filtersOf(null, query), walk: true, total: many ? 'many' : null };
  return { ...also(filtersOf(null, {}), { found: numbers }), walk: false, total: numbers.length };
}
