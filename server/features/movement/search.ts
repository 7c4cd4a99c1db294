import { COUNTED_MOVEMENTS } from '../../../shared/limits.ts';
import type { MovementQuery } from '../../../shared/movement.ts';
import { ask } from '../../database/prepared.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { actionsOf, also, type Filters, filtersOf } from './filter.ts';

/**
 * Filters, and how what they keep is found. With `walk` no index names it, because there is so much: the newest of it is met soon.
 * `total` is how many entries there are, 'many' when more than COUNTED_MOVEMENTS; null when nobody counted.
 */
export type Found = Filters & { walk: boolean; total: number | 'many' | null };

/** The sets that open premises now, as far as the caller may see them. */
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

/** What a query asks for, wherever in the history it stands; a searched text is looked up in an index, together with the filters. */
export async function lookUp(tx: Tx, me: Member, query: MovementQuery): Promise<Found> {
  const text = query.search?.trim();
  const { holderId, premisesId } = query;
  const bunches = premisesId ? await bunchesOf(tx, premisesId) : null;
  // What happened with one person or at some premises is little enough to look for a text in all of it.
  if (!text || holderId || bunches) return { ...filtersOf(me, query, bunches), walk: false, total: null };
  const { from = null, to = null, locationId = null, keyBunchId = null } = query;
  const values = [text, COUNTED_MOVEMENTS, actionsOf(query), from, to, locationId, keyBunchId];
  const [row] = await ask<{ numbers: string[] | null; many: boolean }>(tx, LOOK_UP, values);
  const { numbers = null, many = false } = row ?? {};
  if (!numbers) return { ...filtersOf(null, query), walk: true, total: many ? 'many' : null };
  return { ...also(filtersOf(null, {}), { found: numbers }), walk: false, total: numbers.length };
}
