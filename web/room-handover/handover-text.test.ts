import { expect, test } from 'vitest';
import { momentShort } from '../../shared/reservation-text.ts';
import type { RoomDifference } from '../../shared/room-handover.ts';
import { answerText, differenceText, whenText } from '../../shared/room-handover-text.ts';
import { sinceClock } from '../custody/due-lines.ts';
import { knownText, wordsFor } from './handover-text.ts';

const ZONE = 'Europe/London';
const at = (text: string) => Date.parse(`${text}:00Z`);
const SIGNED = at('2026-11-20T22:00');
const LATER = at('2026-11-24T09:00');
const later = (moment: number) => sinceClock(moment, LATER, ZONE);

const difference = (about: Partial<RoomDifference>): RoomDifference => ({
  ...{ keyBunchId: 1, identifier: 'MCR-0126', kind: 'overdue', position: 'B 3', holder: 'R. Doyle' },
  ...{ dueAt: null, since: null, keyCount: 1, fobCount: 0, keysPresent: null, fobsPresent: null, note: null },
  ...{ answer: null, ...about },
});

test('a sheet that is read days later has the days of then, and lengths as they were signed', () => {
  const late = difference({ dueAt: '2026-11-20T21:19:00Z' });
  expect(differenceText(late, SIGNED, later)).toBe('out with R. Doyle, 41 min overdue');
  expect(knownText(late, later)).toBe('Was due Fri 21:19.');
  const missing = difference({ kind: 'missing', since: '2026-11-20T15:09:00Z' });
  expect(differenceText(missing, SIGNED, later)).toBe('missing since Fri 15:09, last with R. Doyle');
  const answer = { word: 'person' as const, holder: null, until: '2026-11-20T23:30:00Z', note: null };
  const said = { ...answer, by: 'Hannah Boyd', at: '2026-11-20T21:50:00Z' };
  expect(answerText(said, 'Callum Reid', later)).toBe('Callum Reid, by Fri 23:30');
});

test('a time of another year has its year on paper', () => {
  expect(momentShort(at('2026-11-20T14:00'), ZONE, SIGNED)).toBe('Fri 20 Nov, 14:00');
  expect(momentShort(at('2019-11-20T14:00'), ZONE, SIGNED)).toBe('Wed 20 Nov 2019, 14:00');
});

test('a time after a verb has its day, except today', () => {
  expect(whenText(at('2026-11-24T08:00'), LATER, ZONE)).toBe('at 08:00');
  expect(whenText(at('2026-11-23T14:00'), LATER, ZONE)).toBe('yesterday at 14:00');
  expect(whenText(at('2026-11-20T14:00'), LATER, ZONE)).toBe('on Fri at 14:00');
});

test('several sets get the words that fit each of them', () => {
  expect(wordsFor([difference({})], true)).toEqual(['missing', 'person']);
  expect(wordsFor([difference({ kind: 'not_seen' })], true)).toEqual(['look', 'missing', 'person']);
  expect(wordsFor([difference({ kind: 'not_seen' }), difference({})], true)).toEqual(['missing', 'person']);
  expect(wordsFor([difference({ kind: 'short' }), difference({})], true)).toEqual(['person']);
  expect(wordsFor([difference({})], false)).toEqual(['person']);
});
