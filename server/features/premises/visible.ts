import { ask } from '../../database/prepared.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { countBunches } from '../key-bunch/count.ts';

/** Above this many sets the premises are not listed: checking one by one soon finds some. */
const NAMED_SETS = 5000;

const VISIBLE = `select array(select k.premises_id from key_bunches b
    join key_bunch_premises k on k.company_id = b.company_id and k.key_bunch_id = b.id
    where b.location_id = any ($1::int[])
  union select id from premises where created_by = (select own_user())) as ids`;

/**
 * Ids of visible premises for callers limited to locations; null with all locations, or too many to list. The policy hides the others too,
 * at the cost of a check per row.
 */
export async function visiblePremises(tx: Tx, me: Member): Promise<number[] | null> {
  if (!me.locations) return null;
  const sets = await Promise.all(me.locations.map((locationId) => countBunches(tx, { locationId })));
  if (sets.reduce((sum, one) => sum + one, 0) > NAMED_SETS) return null;
  const [row] = await ask<{ ids: number[] }>(tx, VISIBLE, [me.locations]);
  return row?.ids ?? [];
}
