import { REFUSALS } from '../../../shared/messages.ts';
import { slices } from '../../database/slices.ts';
import { refuse } from '../../refusal.ts';

type Dated = { id: number; name: string; updatedAt: string };

/** Locks records in order of id; refuses all when one changed since it was checked. */
export async function lockUnchanged<T extends Dated>(
  seen: T[],
  lock: (ids: number[]) => PromiseLike<T[]>,
): Promise<Map<number, T>> {
  const locked = new Map<number, T>();
  const ids = seen.map(({ id }) => id).sort((a, b) => a - b);
  for (const some of slices(ids)) for (const one of await lock(some)) locked.set(one.id, one);
  for (const { id, name, updatedAt } of seen)
    if (locked.get(id)?.updatedAt !== updatedAt)
      throw refuse(409, REFUSALS.stale, { code: 'stale', detail: `${name} changed meanwhile.` });
  return locked;
}
