import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clockAt, deviceZone, momentOf } from '../shared/zone.ts';
import { setCompanyZone } from './api/server-clock.ts';
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
  relativeTime,
  shortDate,
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

describe('relativeTime', () => {
  const now = new Date('2026-11-21T12:46:00Z');
  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  const ago = (ms: number) => relativeTime(new Date(now.getTime() - ms), now);

  test('STATE-18 relative time under 1 minute reads Just now', () => {
    expect(ago(0)).toBe('Just now');
    expect(ago(59 * SECOND)).toBe('Just now');
    expect(ago(60 * SECOND - 1)).toBe('Just now');
  });

  test('STATE-19 relative time under 60 minutes reads {n} min ago', () => {
    expect(ago(60 * SECOND)).toBe('1 min ago');
    expect(ago(5 * MINUTE)).toBe('5 min ago');
    expect(ago(59 * MINUTE + 59 * SECOND)).toBe('59 min ago');
  });

  test('STATE-20 relative time under 24 hours reads {n} hour(s) ago', () => {
    expect(ago(HOUR)).toBe('1 hour ago');
    expect(ago(2 * HOUR - 1)).toBe('1 hour ago');
    expect(ago(2 * HOUR)).toBe('2 hours ago');
    expect(ago(23 * HOUR + 59 * MINUTE)).toBe('23 hours ago');
  });

  test('STATE-21 relative time under 7 days reads {n} day(s) ago', () => {
    expect(ago(DAY)).toBe('1 day ago');
    expect(ago(2 * DAY)).toBe('2 days ago');
    expect(ago(6 * DAY + 23 * HOUR)).toBe('6 days ago');
  });

  test('STATE-22 D-30 relative time of 7 days or more reads as the locale date', () => {
    const week = new Date(now.getTime() - 7 * DAY);
    expect(relativeTime(week, now)).toBe('14 Nov');
    expect(relativeTime(week.toISOString(), now)).toBe('14 Nov');
    expect(relativeTime('2025-01-02T12:00:00Z', now)).toBe('2 Jan 2025');
    expect(relativeTime(new Date(week.getTime() + 1), now)).toBe('6 days ago');
  });

  test('counts from the clock when no moment is given, whatever hour, day and place it is', () => {
    const past = (ms: number) => relativeTime(new Date(Date.now() - ms));
    expect(past(30 * SECOND)).toBe('Just now');
    expect(past(90 * SECOND)).toBe('1 min ago');
    expect(past(HOUR + MINUTE)).toBe('1 hour ago');
    expect(past(DAY + HOUR)).toBe('1 day ago');
    expect(past(6 * DAY + HOUR)).toBe('6 days ago');
    const old = new Date(Date.now() - 7 * DAY - HOUR);
    expect(relativeTime(old)).toBe(shortDate(old));
  });

  test('a server clock ahead of ours reads Just now', () => {
    expect(ago(-90 * SECOND)).toBe('Just now');
  });
});
