import { COUNTED_MOVEMENTS } from '../../../shared/limits.ts';
import type { MovementQuery } from '../../../shared/movement.ts';
import { ask } from '../../database/prepared.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { actionsOf, also, type Filters, filtersOf } from './filter.ts';

/**
 * Filters and the way to evaluate them. `walk`: too many matches to list, but the newest are found soon. `total`: number of matches, 'many'
 * above COUNTED_MOVEMENTS, null when not counted.
 */
export type Found = Filters & { walk: boolean; total: number | 'many' | null };

/** The visible sets that open premises now. */
const bunchesOf = async (tx: Tx, premisesId: number): Promise<number[]> => {
  const [row] = await ask<{ ids: number[] }>(
    tx,
    'select array(select key_bunch_id from key_bunch_premises where premises_id = $1) as ids',
    [premisesId],
  );
  return row?.ids ?? [];
};

const LOOK_UP =
  'select numbers, many from found_movements($1, $2, $3::text[], $4::timestamptz, $5::timestamptz, $6::int, $7::int)';

/** Prepares a query; a searched text is looked up in an index, together with the filters. */
export async function lookUp(tx: Tx, me: Member, query: MovementQuery): Promise<Found> {
  const text = query.search?.trim();
  const { holderId, premisesId } = query;
  const bunches = premisesId ? await bunchesOf(tx, premisesId) : null;
  // The history of one person or premises is short enough to search directly.
  if (!text || holderId || bunches) return { ...filtersOf(me, query, bunches), walk: false, total: null };
  const { from = null, to = null, locationId = null, keyBunchId = null } = query;
  const values = [text, COUNTED_MOVEMENTS, actionsOf(query), from, to, locationId, keyBunchId];
  const [row] = await ask<{ numbers: string[] | null; many: boolean }>(tx, LOOK_UP, values);
  const { numbers = null, many = false } = row ?? {};
  if (!numbers) return { ...filtersOf(null, query), walk: true, total: many ? 'many' : null };
  return { ...also(filtersOf(null, {}), { found: numbers }), walk: false, total: numbers.length };
}
