import type { ImportRow } from '../../../shared/import.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { grouped } from './grouped.ts';
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
  const placed = grouped(
    [...sets].flatMap(([key, all]) => all.map((bunch) => ({ key, bunch }))),
    ({ key, bunch }) => `${bunch.locationId} ${key}`,
  );
  const there = keys.map((key, index) => {
    const at = placed.get(`${placeIds[index]} ${key}`);
    return key && at?.length === 1 ? at.pop()?.bunch : null;
  });
  return keys.map((key, index) => {
    if (there[index] || !key) return there[index] ?? null;
    const [only, another] = sets.get(key) ?? [];
    return only && !another && times.get(key) === 1 ? only : null;
  });
}
