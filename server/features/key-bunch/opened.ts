import { eq } from 'drizzle-orm';
import { ask } from '../../database/prepared.ts';
import { keyBunchPremises } from '../../database/schema/holders.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../http/refusal.ts';

/** What a set is to open, in its order. */
export type Opened = { id: number; name: string }[];

/** In share mode: a renaming waits until the sets that are linked now say what it changes. */
const LOCK = 'select id, name from premises where id = any ($1::int[]) order by id for share';

/**
 * The premises of a set as they were sent, held until the transaction ends; each once, unknown ones are 404. To be called before the set is
 * locked, as a renaming locks premises first.
 */
export async function lockOpened(tx: Tx, ids: readonly number[] | undefined): Promise<Opened | undefined> {
  if (!ids) return undefined;
  const wanted = [...new Set(ids)];
  const rows = wanted.length > 0 ? await ask<Opened[number]>(tx, LOCK, [wanted]) : [];
  const found = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((id) => {
    const one = found.get(id);
    if (!one) throw notFound('Premises not found');
    return one;
  });
}

/** Gives a set these premises instead of those it has. */
export async function storeOpened(tx: Tx, keyBunchId: number, opened: Opened): Promise<void> {
  await tx.delete(keyBunchPremises).where(eq(keyBunchPremises.keyBunchId, keyBunchId));
  if (opened.length === 0) return;
  await tx
    .insert(keyBunchPremises)
    .values(opened.map(({ id }, index) => ({ keyBunchId, premisesId: id, place: index + 1 })));
}
