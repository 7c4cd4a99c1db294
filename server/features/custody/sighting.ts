import { keyBunches } from '../../database/schema/register.ts';
import { assign, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';

/** Columns of a bunch seen at a location, set together with other changes. */
export const seenAt = (locationId: number) => ({
  lastSeenAt: sql`clock()`,
  lastSeenLocationId: locationId,
});

/** Records that bunches were seen at a location; lastUpdated and updatedAt stay. */
export async function markSeen(tx: Tx, ids: number[], locationId: number): Promise<void> {
  if (ids.length === 0) return;
  await run(
    tx,
    sql`update key_bunches set ${assign(keyBunches, seenAt(locationId))} where id = any (${ids}::int[])`,
  );
}
