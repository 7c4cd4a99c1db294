import { expect, test } from 'vitest';
import { dueDayOf, dueLines, shortText, sinceCell, wasDue } from './due-lines.ts';

const zone = 'Europe/London';
const now = Date.parse('2026-11-21T22:41:00Z');
const at = Date.parse;

test('a cell says the clock over how far ahead, then the length over when it was', () => {
  const cell = (due: string | null) => dueLines(due === null ? null : at(due), now, zone);
  expect(cell('2026-11-22T06:00:00Z')).toEqual({ text: 'Tomorrow 06:00', under: 'in 7 h', overdue: false });
  expect(cell('2026-11-21T22:00:00Z')).toEqual({
    text: '41 min overdue',
    under: 'was due 22:00',
    overdue: true,
  });
  expect(cell('2026-11-19T18:00:00Z')).toEqual({
    text: '2 days overdue',
    under: 'was due Thu 18:00',
    overdue: true,
  });
  expect(cell(null)).toEqual({ text: 'No time', under: null, overdue: false });
  expect(wasDue(at('2026-11-20T18:00:00Z'), now, zone)).toBe('was due yesterday 18:00');
  expect(sinceCell(at('2026-11-19T09:12:00Z'), now, zone)).toBe('Thu 09:12');
});

test('days are those of the company: what is today in London is tomorrow in Auckland', () => {
  const days = (place: string) =>
    ['2026-11-21T22:40:00Z', '2026-11-21T23:30:00Z', '2026-11-22T23:30:00Z', '2026-11-24T09:00:00Z'].map(
      (due) => dueDayOf(at(due), now, place),
    );
  expect(days(zone)).toEqual(['Overdue', 'Today', 'Tomorrow', 'Later']);
  expect(days('Pacific/Auckland')).toEqual(['Overdue', 'Today', 'Tomorrow', 'Later']);
  expect(days('America/New_York')).toEqual(['Overdue', 'Today', 'Tomorrow', 'Later']);
  expect(dueDayOf(at('2026-11-22T10:59:00Z'), now, 'Pacific/Auckland')).toBe('Today');
  expect(dueDayOf(at('2026-11-22T10:59:00Z'), now, zone)).toBe('Tomorrow');
  expect(dueDayOf(null, now, zone)).toBe('No time');
});

test('what a short set lacks', () => {
  const short = (keysPresent: number, fobsPresent: number) =>
    shortText({ keyCount: 5, fobCount: 2, short: { keysPresent, fobsPresent } });
  expect([short(4, 2), short(3, 1), short(5, 0)]).toEqual([
    '1 key short',
    '2 keys, 1 fob short',
    '2 fobs short',
  ]);
  expect(shortText({ keyCount: 5, fobCount: 2, short: null })).toBeNull();
});
