import { describe, expect, test } from 'vitest';
import { dueBy, nextClock } from './due.ts';
import { dayOf, momentOf } from './zone.ts';

const at = (text: string) => Date.parse(text);
const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

describe('a clock time in a zone', () => {
  test.each([
    ['Europe/London', '2026-03-28T23:00:00Z', '06:00', '2026-03-29T05:00:00.000Z'],
    ['Europe/London', '2026-10-24T22:00:00Z', '06:00', '2026-10-25T06:00:00.000Z'],
    ['America/New_York', '2026-03-08T04:00:00Z', '06:00', '2026-03-08T10:00:00.000Z'],
    ['America/New_York', '2026-11-01T03:00:00Z', '06:00', '2026-11-01T11:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-04T12:00:00Z', '06:00', '2026-04-04T19:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-03T12:00:00Z', '06:00', '2026-10-03T19:00:00.000Z'],
    ['Etc/UTC', '2026-02-28T22:00:00Z', '21:00', '2026-03-01T21:00:00.000Z'],
  ])('in %s after %s the next %s is %s', (zone, from, time, expected) => {
    expect(iso(nextClock(time, at(from), zone))).toBe(expected);
  });

  test('that is left out when clocks go forward comes as much later; one that comes twice is the first', () => {
    expect(iso(nextClock('01:30', at('2026-03-28T20:00:00Z'), 'Europe/London'))).toBe(
      '2026-03-29T01:30:00.000Z',
    );
    expect(iso(nextClock('01:30', at('2026-10-24T20:00:00Z'), 'Europe/London'))).toBe(
      '2026-10-25T00:30:00.000Z',
    );
    const twice = { year: 2026, month: 4, day: 5, hour: 1, minute: 45 };
    expect(iso(momentOf(twice, 'Australia/Lord_Howe'))).toBe('2026-04-04T14:45:00.000Z');
  });

  test('holds where clocks change at a minute past midnight, as at St John’s until 2011', () => {
    const at0105 = { year: 2011, month: 3, day: 13, hour: 1, minute: 5 };
    expect(iso(momentOf(at0105, 'America/St_Johns'))).toBe('2011-03-13T03:35:00.000Z');
    const at2359 = { year: 2011, month: 3, day: 12, hour: 23, minute: 59 };
    expect(iso(momentOf(at2359, 'America/St_Johns'))).toBe('2011-03-13T03:29:00.000Z');
  });

  test('is at least an hour away', () => {
    expect(iso(nextClock('18:00', at('2026-11-21T17:00:00Z'), 'Europe/London'))).toBe(
      '2026-11-21T18:00:00.000Z',
    );
    expect(iso(nextClock('18:00', at('2026-11-21T17:00:01Z'), 'Europe/London'))).toBe(
      '2026-11-22T18:00:00.000Z',
    );
  });

  test('of every zone and every hour of both changes is a time that its clocks show', () => {
    for (const zone of ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      for (const start of [
        '2026-03-07',
        '2026-03-28',
        '2026-04-04',
        '2026-10-03',
        '2026-10-24',
        '2026-10-31',
      ]) {
        for (let hour = 0; hour < 48; hour += 1) {
          const from = at(`${start}T00:00:00Z`) + hour * 3_600_000;
          const next = nextClock('06:00', from, zone);
          const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(next);
          expect(shown, `${zone} ${iso(from)}`).toBe('06:00');
          expect(next - from).toBeGreaterThanOrEqual(3_600_000);
          expect(next - from).toBeLessThan(27 * 3_600_000);
        }
      }
    }
  });
});

describe('the rule of a key type', () => {
  test('is none, so many hours, or a clock time', () => {
    const from = at('2026-10-24T20:00:00Z');
    expect(dueBy(null, from, 'Europe/London')).toBeNull();
    expect(iso(dueBy({ hours: 12 }, from, 'Europe/London'))).toBe('2026-10-25T08:00:00.000Z');
    expect(iso(dueBy({ time: '09:00' }, from, 'Europe/London'))).toBe('2026-10-25T09:00:00.000Z');
  });
});

describe('a day in a zone', () => {
  test('has 23 or 25 hours when the clocks change', () => {
    const hours = (moment: string, zone: string) => {
      const { from, to } = dayOf(at(moment), zone);
      return (to - from) / 3_600_000;
    };
    expect(hours('2026-03-29T12:00:00Z', 'Europe/London')).toBe(23);
    expect(hours('2026-10-25T12:00:00Z', 'Europe/London')).toBe(25);
    expect(hours('2026-04-05T00:00:00Z', 'Australia/Lord_Howe')).toBe(24.5);
    expect(iso(dayOf(at('2026-11-21T23:30:00Z'), 'America/New_York', 1).from)).toBe(
      '2026-11-22T05:00:00.000Z',
    );
  });
});
