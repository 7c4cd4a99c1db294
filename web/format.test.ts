import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockAt, deviceZone, momentOf } from '../shared/zone.ts';
import {
  companyDay,
  companyMinute,
  count,
  countAtLeast,
  dayHeading,
  exactTime,
  figure,
  initials,
  percentOf,
  setCompanyZone,
} from './format.ts';

/** Five and a half hours ahead of UTC, which no machine that runs this is by chance. */
const ZONE = 'Asia/Kolkata';
beforeAll(() => setCompanyZone(ZONE));
afterAll(() => setCompanyZone(deviceZone()));
/** A day and time of the company; the month counts from 1. */
const local = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(momentOf({ year, month, day, hour, minute }, ZONE));
const now = local(2026, 11, 21, 9, 46);

test('D-30 exactTime reads day, month, year and the time of day', () => {
  expect(exactTime(local(2026, 11, 21, 8, 42))).toBe('21 Nov 2026, 08:42');
  expect(exactTime(local(2026, 1, 3, 0, 5))).toBe('3 Jan 2026, 00:05');
});

test('dayHeading names today and yesterday, then the weekday', () => {
  expect(dayHeading(local(2026, 11, 21, 0, 0), now)).toEqual({
    name: 'Today',
    date: 'Saturday 21 November',
  });
  expect(dayHeading(local(2026, 11, 20, 23, 59), now)).toEqual({
    name: 'Yesterday',
    date: 'Friday 20 November',
  });
  expect(dayHeading(local(2026, 11, 19, 12, 0), now)).toEqual({ name: 'Thursday', date: '19 November' });
  expect(dayHeading(local(2025, 11, 19, 12, 0), now)).toEqual({
    name: 'Wednesday',
    date: '19 November 2025',
  });
});

test('dayHeading knows today and yesterday by the clock, whatever day and place it is', () => {
  const today = new Date();
  const day = clockAt(today.getTime(), ZONE);
  const at = (days: number, hour: number) =>
    dayHeading(new Date(momentOf({ ...day, day: day.day - days, hour, minute: 30 }, ZONE)), today).name;
  for (const hour of [0, 12, 23]) {
    expect([at(0, hour), at(1, hour)]).toEqual(['Today', 'Yesterday']);
    expect(at(2, hour)).toMatch(/day$/);
  }
  expect(dayHeading(today).name).toBe('Today');
});

test('count gives the plural and groups thousands', () => {
  expect(count(0, 'key')).toBe('0 keys');
  expect(count(1, 'key')).toBe('1 key');
  expect(count(2, 'key')).toBe('2 keys');
  expect(count(1234, 'key')).toBe('1,234 keys');
  expect(count(2, 'entry', 'entries')).toBe('2 entries');
});

test('a total that was counted only so far says so', () => {
  expect([figure(312, false), figure(10_000, true)]).toEqual(['312', '10,000+']);
  expect(countAtLeast(1, false, 'result')).toBe('1 result');
  expect(countAtLeast(10_000, true, 'entry', 'entries')).toBe('10,000+ entries');
});

test("D-30 the day and the minute are the company's", () => {
  expect(companyMinute(local(2026, 1, 5, 23, 59))).toBe('2026-01-05T23:59');
  expect(companyDay(local(2026, 1, 5, 23, 59))).toBe('2026-01-05');
});

test('initials take the first and the last word', () => {
  expect(initials('Dana Holt')).toBe('DH');
  expect(initials('  ana maria  de souza ')).toBe('AS');
  expect(initials('Dana')).toBe('D');
  expect(initials('')).toBe('?');
});

test('percentOf says 100% of all only, 0% of none only', () => {
  const shares = [0, 1, 12, 25, 499, 500].map((n) => percentOf(n, 500));
  expect(shares).toEqual(['0%', '<1%', '2%', '5%', '99%', '100%']);
  expect(percentOf(0, 0)).toBe('0%');
});
