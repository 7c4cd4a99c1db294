import { inArray, sql } from 'drizzle-orm';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';

/** The columns of a bunch that somebody just had before them at a location; set with whatever else changes. */
export const seenAt = (locationId: number) => ({
  lastSeenAt: sql`clock()` as unknown as string,
  lastSeenLocationId: locationId,
});

/** Notes that bunches were seen at a location, and nothing else of them: neither lastUpdated nor updatedAt changes. */
export async function markSeen(tx: Tx, ids: number[], locationId: number): Promise<void> {
  if (ids.length > 0) await tx.update(keyBunches).set(seenAt(locationId)).where(inArray(keyBunches.id, ids));
}
