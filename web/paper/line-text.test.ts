import { expect, test } from 'vitest';
import type { PaperAnswer } from '../../shared/paper.ts';
import { answerText } from './line-text.ts';
import { blankLine } from './lines.ts';

test('what a refused line says keeps the names of statuses and months as they are written', () => {
  const textOf = (before: Partial<PaperAnswer['before']>) => {
    const answer = { line: 1, outcome: 'refused', refused: 'not_out', checks: [], before } as PaperAnswer;
    return answerText(answer, blankLine(1), () => 'Beim Schlosser').text;
  };
  expect(textOf({ status: 'repair' })).toBe('It was not out: beim Schlosser.');
  expect(textOf({ status: 'active' })).toBe('It was not out: on its hook.');
  expect(textOf({ status: 'missing', since: '2019-11-21T08:42:00Z' })).toMatch(/ since 21 Nov 2019, /);
});
