import type { Approval } from '../../shared/approval.ts';
import { count } from '../format.ts';

/** Questions that are answered with one press: of one asker, for one person and purpose. */
export type QuestionGroup = readonly Approval[];

const keyOf = ({ kind, askedBy, askedById, holder, purpose }: Approval): string =>
  JSON.stringify([kind, askedById ?? askedBy, holder?.id ?? holder?.name, purpose]);

/** The questions in their order, those that are answered together as one group. A set is in a group once, also if it was asked about twice. */
export function questionGroups(waiting: readonly Approval[]): QuestionGroup[] {
  const groups = new Map<string, Approval[]>();
  for (const one of waiting) {
    const group = groups.get(keyOf(one)) ?? [];
    if (group.some(({ keyBunch }) => keyBunch.id === one.keyBunch.id)) groups.set(`${one.id}`, [one]);
    else groups.set(keyOf(one), [...group, one]);
  }
  return [...groups.values()];
}

export const isSameGroup = (one: QuestionGroup, other: QuestionGroup): boolean =>
  one.some(({ id }) => other.some((each) => each.id === id));

/** "MCR-0145", or "3 sets". */
export const setsText = (group: QuestionGroup): string =>
  group.length === 1 ? (group[0]?.keyBunch.identifier ?? '') : count(group.length, 'set');
