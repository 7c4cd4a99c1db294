import { describe, expect, test } from 'vitest';
import { dateFilterOf, rangeOf } from './date-filter.ts';

const now = new Date(2026, 10, 21, 8, 42, 17);
const DAY_MS = 86_400_000;

describe('rangeOf', () => {
  test('all time has no ends', () => {
    expect(rangeOf('all', '2026-01-01T00:00', '2026-01-02T00:00', now)).toEqual({});
  });

  test('today begins at local midnight', () => {
    expect(rangeOf('today', '', '', now)).toEqual({ from: new Date(2026, 10, 21).toISOString() });
    expect(rangeOf('today', '', '', new Date(2026, 10, 21, 0, 0, 0))).toEqual({
      from: new Date(2026, 10, 21).toISOString(),
    });
  });

  test('last night is yesterday 18:00 to today 08:00, its last minute included, before and after midnight', () => {
    const night = {
      from: new Date(2026, 10, 20, 18).toISOString(),
      to: new Date(2026, 10, 21, 8, 0, 59, 999).toISOString(),
    };
    for (const hour of [0, 3, 8, 23])
      expect(rangeOf('night', '', '', new Date(2026, 10, 21, hour, 5))).toEqual(night);
  });

  test('today is the day on the wall, whatever day and place it is', () => {
    const present = new Date();
    const { from = '' } = rangeOf('today');
    const began = new Date(from);
    expect(began.toDateString()).toBe(present.toDateString());
    expect(new Date(began.getTime() - 1).toDateString()).not.toBe(present.toDateString());
    expect(present.getTime() - began.getTime()).toBeLessThan(1.1 * DAY_MS);
  });

  test('a week and a month are 7 and 30 times 24 hours', () => {
    expect(rangeOf('week', '', '', now)).toEqual({
      from: new Date(now.getTime() - 7 * DAY_MS).toISOString(),
    });
    expect(rangeOf('month', '', '', now)).toEqual({
      from: new Date(now.getTime() - 30 * DAY_MS).toISOString(),
    });
  });

  test('custom reads local times and includes the last minute', () => {
    expect(rangeOf('custom', '2026-11-20T22:00', '2026-11-21T06:00', now)).toEqual({
      from: new Date(2026, 10, 20, 22).toISOString(),
      to: new Date(2026, 10, 21, 6, 0, 59, 999).toISOString(),
    });
    expect(rangeOf('custom', '', '2026-11-21T06:00:30', now)).toEqual({
      to: new Date(2026, 10, 21, 6, 0, 30).toISOString(),
    });
  });

  test('what is no time leaves its end open', () => {
    expect(rangeOf('custom', 'soon', '', now)).toEqual({});
    expect(rangeOf('custom', '2026-13-45T99:99', '2026-11-21', now)).toEqual({});
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
