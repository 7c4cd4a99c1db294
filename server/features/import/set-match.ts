import type { ImportRow } from '../../../shared/import.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import type { SetContext } from './set-context.ts';
import { keyOf } from './text.ts';

/**
 * Which set of the register each row is about. The identifier says it; where the register or the file has it more than once, the location
 * does. No set is that of two rows.
 */
export function matchSets(
  rows: readonly ImportRow[],
  placeIds: (number | null)[],
  { sets }: SetContext,
): (Bunch | null)[] {
  const times = new Map<string, number>();
  const keys = rows.map(({ identifier }) => keyOf(identifier));
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  const taken = new Set<number>();
  const take = (bunch: Bunch | undefined): Bunch | null => {
    if (bunch) taken.add(bunch.id);
    return bunch ?? null;
  };
  const free = (key: string) => (sets.get(key) ?? []).filter(({ id }) => !taken.has(id));
  const there = keys.map((key, index) => {
    const at = free(key).filter(({ locationId }) => locationId === placeIds[index]);
    return key && at.length === 1 ? take(at[0]) : null;
  });
  return keys.map((key, index) => {
    if (there[index] || !key) return there[index] ?? null;
    const only = sets.get(key)?.length === 1 && times.get(key) === 1;
    return only ? take(free(key)[0]) : null;
  });
}
