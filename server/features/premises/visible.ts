import { ask } from '../../database/prepared.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { countBunches } from '../key-bunch/count.ts';

/** Of more sets than these the premises are not named: among so many they are soon met one after another. */
const NAMED_SETS = 5000;

const VISIBLE = `select array(select k.premises_id from key_bunches b
    join key_bunch_premises k on k.company_id = b.company_id and k.key_bunch_id = b.id
    where b.location_id = any ($1::int[])
  union select id from premises where created_by = (select own_user())) as ids`;

/**
 * The premises of whoever is limited to locations, by their ids; null of whoever sees all, or so many that they need no naming. The policy
 * hides the others anyhow, but asks of each whether it is seen.
 */
export async function visiblePremises(tx: Tx, me: Member): Promise<number[] | null> {
  if (!me.locations) return null;
  const sets = await Promise.all(me.locations.map((locationId) => countBunches(tx, { locationId })));
  if (sets.reduce((sum, one) => sum + one, 0) > NAMED_SETS) return null;
  const [row] = await ask<{ ids: number[] }>(tx, VISIBLE, [me.locations]);
  return row?.ids ?? [];
}
