import { expect, test } from 'vitest';
import { clockTyped, daysOf, momentsOf } from './paper-time.ts';

const LONDON = 'Europe/London';
const iso = (moments: number[]) => moments.map((moment) => new Date(moment).toISOString());

test('a time is read as it is written on paper', () => {
  const typed = ['20:12', '2012', '7.05', '705', '7', '19', ' 8:00 ', '24:00', '7:60', '', 'noon', '123456'];
  expect(typed.map(clockTyped)).toEqual([
    ...['20:12', '20:12', '07:05', '07:05', '07:00', '19:00', '08:00'],
    ...[null, null, null, null, null],
  ]);
});

test('a time past midnight is of the next day, and one a little earlier of the same', () => {
  expect(daysOf('2026-11-21', ['23:50', '00:20', '23:58', '01:10', null, '00:50'])).toEqual([
    ...['2026-11-21', '2026-11-22', '2026-11-21', '2026-11-22', null, '2026-11-22'],
  ]);
  expect(daysOf('2026-11-21', ['20:31', '20:20', '20:40'])).toEqual(Array(3).fill('2026-11-21'));
  // No line is before the day that was chosen.
  expect(daysOf('2026-11-21', ['00:10', '23:50'])).toEqual(['2026-11-21', '2026-11-21']);
  expect(daysOf('2026-12-31', ['23:59', '00:01'])).toEqual(['2026-12-31', '2027-01-01']);
});

test('a time comes twice when clocks are put back, and never when they skip it', () => {
  expect(iso(momentsOf('2026-10-25', '01:30', LONDON))).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
  expect(iso(momentsOf('2026-10-25', '02:30', LONDON))).toEqual(['2026-10-25T02:30:00.000Z']);
  expect(momentsOf('2027-03-28', '01:30', LONDON)).toEqual([]);
  expect(iso(momentsOf('2026-04-05', '01:45', 'Australia/Lord_Howe'))).toHaveLength(2);
  expect(iso(momentsOf('2026-11-21', '22:41', 'Asia/Kathmandu'))).toEqual(['2026-11-21T16:56:00.000Z']);
});
