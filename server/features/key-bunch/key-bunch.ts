import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { KeyBunch, KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { keyBunches, locations } from '../../database/schema.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../http/refusal.ts';

/** A bunch with its location, as every feature reads it. */
export const bunchColumns = { ...getTableColumns(keyBunches), location: getTableColumns(locations) };
export type Bunch = typeof keyBunches.$inferSelect & { location: typeof locations.$inferSelect };

/** The bunches the caller may see, each with its location. */
export const selectBunches = (tx: Tx) =>
  tx
    .select(bunchColumns)
    .from(keyBunches)
    .innerJoin(
      locations,
      sql`${locations.companyId} = ${keyBunches.companyId} and ${locations.id} = ${keyBunches.locationId}`,
    );

/** One bunch, or 404. */
export async function findBunch(tx: Tx, id: number): Promise<Bunch> {
  const [bunch] = await selectBunches(tx).where(eq(keyBunches.id, id));
  if (!bunch) throw notFound('Key set not found');
  return bunch;
}

/** One bunch, locked until the transaction ends: of several commands on it one goes first and the rest see what it did. */
export async function lockKeyBunch(tx: Tx, id: number): Promise<Bunch> {
  const [bunch] = await selectBunches(tx).where(eq(keyBunches.id, id)).for('update', { of: keyBunches });
  if (!bunch) throw notFound('Key set not found');
  return bunch;
}

/** Changes a locked bunch and answers it as it is now. */
export async function changeBunch(
  tx: Tx,
  id: number,
  change: Partial<typeof keyBunches.$inferInsert>,
): Promise<KeyBunchDetail> {
  if (Object.keys(change).length > 0) await tx.update(keyBunches).set(change).where(eq(keyBunches.id, id));
  return keyBunchDetail(await findBunch(tx, id));
}

/** The reply's form of a bunch (DECISIONS table c). */
export function keyBunchOf(bunch: Bunch): KeyBunch {
  const { holderName, holderUserId, imageUrl, ...rest } = bunch;
  return {
    ...rest,
    description: bunch.keyDescription,
    hasImage: imageUrl !== null,
    holder: holderName === null ? null : { name: holderName, userId: holderUserId },
  };
}

export const keyBunchDetail = (bunch: Bunch): KeyBunchDetail => ({
  ...keyBunchOf(bunch),
  imageUrl: bunch.imageUrl,
});
