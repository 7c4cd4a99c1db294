import { inArray, sql } from 'drizzle-orm';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';

/** Columns of a bunch seen at a location, set together with other changes. */
export const seenAt = (locationId: number) => ({
  lastSeenAt: sql`clock()` as unknown as string,
  lastSeenLocationId: locationId,
});

/** Records that bunches were seen at a location; lastUpdated and updatedAt stay. */
export async function markSeen(tx: Tx, ids: number[], locationId: number): Promise<void> {
  if (ids.length > 0) await tx.update(keyBunches).set(seenAt(locationId)).where(inArray(keyBunches.id, ids));
}
