import { describe, expect, test } from 'vitest';
import { dateFilterOf, rangeOf } from './date-filter.tsx';

const ZONE = 'America/New_York';
const now = Date.parse('2026-11-21T13:42:17Z');
const DAY_MS = 86_400_000;
const range = (filter: Parameters<typeof rangeOf>[0], at = now) => rangeOf(filter, '', '', ZONE, at);
const custom = (from: string, to: string, zone = ZONE) => rangeOf('custom', from, to, zone, now);

describe('rangeOf', () => {
  test('all time has no ends', () => {
    expect(rangeOf('all', '2026-01-01T00:00', '2026-01-02T00:00', ZONE, now)).toEqual({});
  });

  test('D-30 today begins at midnight of the company', () => {
    expect(range('today')).toEqual({ from: '2026-11-21T05:00:00.000Z' });
    expect(range('today', Date.parse('2026-11-21T05:00:00Z'))).toEqual({ from: '2026-11-21T05:00:00.000Z' });
    expect(range('today', Date.parse('2026-11-21T04:59:59Z'))).toEqual({ from: '2026-11-20T05:00:00.000Z' });
  });

  test('D-30 last night is 18:00 to 08:00 of the company, its last minute included, before and after midnight', () => {
    const night = { from: '2026-11-20T23:00:00.000Z', to: '2026-11-21T13:00:59.999Z' };
    for (const hour of ['05', '08', '13', '23'])
      expect(range('night', Date.parse(`2026-11-21T${hour}:05:00Z`)), hour).toEqual(night);
  });

  test('D-30 last night is as long as the night in which the clocks change', () => {
    expect(rangeOf('night', '', '', 'Europe/London', Date.parse('2027-03-28T10:00:00Z'))).toEqual({
      from: '2027-03-27T18:00:00.000Z',
      to: '2027-03-28T07:00:59.999Z',
    });
  });

  test('a week and a month are 7 and 30 times 24 hours', () => {
    expect(range('week')).toEqual({ from: new Date(now - 7 * DAY_MS).toISOString() });
    expect(range('month')).toEqual({ from: new Date(now - 30 * DAY_MS).toISOString() });
  });

  test('D-30 custom reads times of the company and includes the last minute', () => {
    expect(custom('2026-11-20T22:00', '2026-11-21T06:00')).toEqual({
      from: '2026-11-21T03:00:00.000Z',
      to: '2026-11-21T11:00:59.999Z',
    });
    expect(custom('', '2026-07-01T06:00', 'Asia/Kolkata')).toEqual({ to: '2026-07-01T00:30:59.999Z' });
  });

  test('D-30 an hour that comes twice is included twice', () => {
    expect(custom('2026-10-25T02:00', '2026-10-25T02:59', 'Europe/Vienna')).toEqual({
      from: '2026-10-25T00:00:00.000Z',
      to: '2026-10-25T01:59:59.999Z',
    });
  });

  test('what is no time leaves its end open', () => {
    expect(custom('soon', '')).toEqual({});
    expect(custom('2026-13-45T99:99', '2026-11-21')).toEqual({});
    expect(custom('2026-02-30T10:00', '')).toEqual({});
  });
});

test('an address that names no filter means all time', () => {
  expect(['', 'all', 'night', 'today', 'week', 'month', 'custom', 'Week'].map(dateFilterOf)).toEqual([
    'all',
    'all',
    'night',
    'today',
    'week',
    'month',
    'custom',
    'all',
  ]);
});
