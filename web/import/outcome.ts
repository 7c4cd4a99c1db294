import type { ImportRun } from '../../shared/import.ts';
import { exactTime } from '../format.ts';
import { figure } from './kinds.ts';

/** What came of a run. */
export function outcomeOf({ counts, undone, failure, state }: ImportRun): string {
  const nothing = 'Nothing came in.';
  if (!counts && state === 'stopped') return `It stopped before its end. ${nothing}`;
  if (!counts) return failure?.includes('Nothing was imported') ? failure : `${nothing} ${failure ?? ''}`;
  const { created, changed, same, refused } = counts;
  const facts = [
    [created, 'new'],
    [changed, 'changed'],
    [same, 'as they were'],
    [refused, 'refused'],
  ] as const;
  const said = facts.filter(([count]) => count > 0).map(([count, word]) => `${figure(count)} ${word}`);
  return `${said.join(', ')}.${undone ? ` Undone by ${undone.by}, ${exactTime(undone.at)}.` : ''}`;
}
