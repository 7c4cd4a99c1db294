import type { OutHolder } from '../../shared/custody.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { dueDayOf } from './due-day.ts';
import { DUE_DAYS } from './due-lines.ts';
import { groupsOf } from './use-out.ts';

/** A part of the list: what one person has, or what is due in one part of the time. */
export type OutPart = { key: string; title: string; who: OutHolder | null; bunches: KeyBunch[] };

/** The list in its parts. By due time they are cut by the clock, whatever the server thought a moment ago. */
export function partsOf(
  bunches: readonly KeyBunch[],
  holders: readonly OutHolder[],
  by: 'person' | 'due',
  { now, zone }: { now: number; zone: string },
): OutPart[] {
  if (by === 'person')
    return groupsOf(bunches, holders).map(({ key, who, bunches: own }) => ({
      key,
      title: who.holder.name,
      who,
      bunches: own,
    }));
  const dayOf = ({ dueAt }: KeyBunch) => dueDayOf(dueAt === null ? null : Date.parse(dueAt), now, zone);
  return DUE_DAYS.map((day) => ({
    key: day,
    title: day,
    who: null,
    bunches: bunches.filter((bunch) => dayOf(bunch) === day),
  })).filter((part) => part.bunches.length > 0);
}
