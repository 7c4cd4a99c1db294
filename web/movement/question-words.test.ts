import { expect, test } from 'vitest';
import type { OutboxQuestionDetail } from '../../shared/outbox.ts';
import { choicesOf } from './question-words.ts';

const entry = { kind: 'found', holder: null, newTag: null, doneAt: '2026-11-21T08:42:00Z' };
const question = (isOwn: boolean) =>
  ({
    ...{ isOwn, maySettle: true, question: 'who_has_it', now: null, movements: [], entries: [entry] },
    by: { user: { firstName: 'Änne', lastName: 'Großmann', email: 'anne@example.com' } },
  }) as unknown as OutboxQuestionDetail;

test('what an answer records names whose entry it is, the name as it is written', () => {
  const textOf = (isOwn: boolean) => choicesOf(question(isOwn), 1, () => '')[0]?.text;
  expect(textOf(false)).toMatch(/^Records Änne's entry on 21 Nov/);
  expect(textOf(true)).toMatch(/^Records your entry on 21 Nov/);
});
