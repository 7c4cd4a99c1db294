import { describe, expect, test } from 'vitest';
import { relativeTime, shortDate } from './format.ts';

const now = new Date('2026-11-21T12:46:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (ms: number) => relativeTime(new Date(now.getTime() - ms), now);

describe('relativeTime', () => {
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
