import { inArray } from 'drizzle-orm';
import type { RefusedItem } from '../../../shared/custody.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { type Bunch, selectBunches } from '../key-bunch/key-bunch.ts';

const locked = (tx: Tx, ids: number[]) =>
  selectBunches(tx)
    .where(inArray(keyBunches.id, ids))
    .orderBy(keyBunches.id)
    .for('update', { of: keyBunches });

/**
 * Locks bunches in the order of their ids, as everybody does who locks several; those the caller may not see are left out. One that was
 * moved while this waited for it is found when it is asked for again (`lockKeyBunch`).
 */
export async function lockBunches(tx: Tx, ids: number[]): Promise<Map<number, Bunch>> {
  const seen = await locked(tx, ids);
  const rows = seen.length < ids.length ? await locked(tx, ids) : seen;
  return new Map(rows.map((bunch) => [bunch.id, bunch]));
}

const NOT_FOUND = 'Key set not found';

/** Why one bunch of a batch cannot be part of it; null when it can. */
export type Check = (bunch: Bunch) => Omit<RefusedItem, 'keyBunchId'> | null;

/** Locks the bunches of a batch in the order asked. All or nothing: when any is refused, all refused ones are named. */
export async function lockBatch(tx: Tx, ids: number[], check: Check): Promise<Bunch[]> {
  if (new Set(ids).size < ids.length) throw refuse(400, 'Each key set can be named only once');
  const found = await lockBunches(tx, ids);
  const refused: RefusedItem[] = [];
  const bunches: Bunch[] = [];
  for (const keyBunchId of ids) {
    const bunch = found.get(keyBunchId);
    const why = bunch ? check(bunch) : { message: NOT_FOUND };
    if (why) refused.push({ keyBunchId, ...why });
    else if (bunch) bunches.push(bunch);
  }
  if (refused.length === 0) return bunches;
  if (refused.every(({ message }) => message === NOT_FOUND))
    throw refuse(404, NOT_FOUND, { items: refused, code: 'items' });
  const count = refused.length === 1 ? '1 key set' : `${refused.length} key sets`;
  throw refuse(409, `${count} could not be part of this. Nothing was recorded.`, {
    items: refused,
    code: 'items',
  });
}

/** Only keys that are in go out. */
export const checkIn: Check = (bunch) =>
  bunch.status === 'issued'
    ? {
        message: 'Keys are already issued',
        detail: `Issued to ${bunch.holderName ?? ''}.`,
      }
    : null;

/** Only keys that are out come back. */
export const checkOut: Check = (bunch) =>
  bunch.status === 'issued' ? null : { message: 'Keys are not currently issued' };
