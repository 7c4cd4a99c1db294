import { expect, test } from 'vitest';
import { type DateKind, dateShown, dateTyped } from './DateInput.tsx';

const typed = (text: string, kind: DateKind = 'moment', time?: string) =>
  dateTyped(text, kind, '2026-11-24', time);

test('D-30 a moment is typed in any usual form and shown in one', () => {
  for (const text of [
    '24 Nov 2026, 17:30',
    '24 november 17:30',
    '24/11/2026 17:30',
    '24.11.26 17.30',
    '2026-11-24T17:30',
    '2026-11-24 17:30:00',
    '17:30',
  ])
    expect(typed(text), text).toBe('2026-11-24T17:30');
  expect(dateShown('2026-11-24T17:30')).toBe('24 Nov 2026, 17:30');
  expect(dateShown('2027-01-05')).toBe('5 Jan 2027');
  expect(dateShown('17:30')).toBe('17:30');
});

test('D-30 a day without a time takes the time that the field proposes', () => {
  expect(typed('24 Nov')).toBe('2026-11-24T00:00');
  expect(typed('24.11', 'moment', '23:59')).toBe('2026-11-24T23:59');
});

test('D-30 days and times alone', () => {
  expect(typed('27 Jul 2027', 'day')).toBe('2027-07-27');
  expect(typed('29/02/2028', 'day')).toBe('2028-02-29');
  expect(['1730', '9', '09.15', '0:00'].map((text) => typed(text, 'time'))).toEqual([
    '17:30',
    '09:00',
    '09:15',
    '00:00',
  ]);
});

test('D-30 what is no day or no time is not guessed', () => {
  for (const text of [
    '31 Feb 2026',
    '32/13/2026',
    'soon',
    '25:00',
    '24 Nov 2026, 24:10',
    '11/24/2026 05:30 PM',
  ])
    expect(typed(text), text).toBeNull();
  expect(typed('')).toBe('');
  expect(typed('2027-02-29', 'day')).toBeNull();
  expect(typed('17:60', 'time')).toBeNull();
});
