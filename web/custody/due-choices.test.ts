import { expect, test } from 'vitest';
import { boundOf } from '../../shared/due.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { DueRule } from '../../shared/setting.ts';
import { type DueContext, dueOptions, dueToSend, dueWords, isChosen, momentToSend } from './due-choices.ts';
import { dayAndClock, dueText, sinceClock, zoneNote } from './due-lines.ts';

const zone = 'Europe/London';
const RULES: Record<string, DueRule> = { lock_ups: { time: '06:00' }, day_shift: { time: '18:00' } };
const context = (now: string, over: Partial<DueContext> = {}): DueContext => ({
  now: Date.parse(now),
  zone,
  ruleOf: (type) => RULES[type] ?? null,
  typeLabel: () => 'Lock Ups',
  ...over,
});
const of = (...types: string[]) => types.map((type) => ({ type })) as KeyBunch[];
const chips = (types: string[], now: string, over?: Partial<DueContext>) =>
  dueOptions(of(...types), context(now, over)).map(({ label, reason }) => `${label} / ${reason}`);

test('D-30 chips carry real moments by the company clock in order of time, none that is past', () => {
  expect(chips(['lock_ups'], '2026-11-21T22:41:00Z')).toEqual([
    'Tomorrow 02:41 / In 4 hours',
    'Tomorrow 06:00 / Usual for Lock Ups',
    'Tomorrow 09:00 / Next morning',
    'No time / No due time',
  ]);
  // At night the next 09:00 is of the same day.
  expect(chips([], '2026-11-21T03:00:00Z')[1]).toBe('Today 09:00 / This morning');
  // In summer London is an hour ahead of UTC; the evening is still to come.
  expect(chips([], '2026-07-01T09:00:00Z')).toEqual([
    'Today 14:00 / In 4 hours',
    'Today 18:00 / This evening',
    'Tomorrow 09:00 / Next morning',
    'No time / No due time',
  ]);
});

test('types with different rules are offered by type, and one moment is offered once', () => {
  expect(chips(['lock_ups', 'day_shift'], '2026-11-21T22:41:00Z')).toContain('By key type / 06:00 to 18:00');
  expect(chips(['lock_ups', 'static'], '2026-11-21T22:41:00Z')).toContain('By key type / 06:00 or no time');
  expect(chips(['day_shift'], '2026-11-21T10:00:00Z').filter((chip) => chip.includes('18:00'))).toEqual([
    'Today 18:00 / Usual for Lock Ups',
  ]);
});

test('without a usual time the choice by rule is no time, and what has passed is chosen no longer', () => {
  const none = dueOptions(of('static'), context('2026-11-21T22:41:00Z'));
  expect(none.filter((option) => isChosen(option, { kind: 'rule' }, none)).map(({ label }) => label)).toEqual(
    ['No time'],
  );
  const now = Date.parse('2026-11-21T22:41:00Z');
  expect(dueToSend({ kind: 'rule' }, now)).toBeUndefined();
  expect(dueToSend({ kind: 'none' }, now)).toBeNull();
  expect(dueToSend({ kind: 'hours', hours: 4 }, now)).toBe('2026-11-22T02:41:00.000Z');
});

test('before the reservation of another person the times end half an hour earlier, and no time is off', () => {
  const now = '2026-11-21T22:41:00Z';
  const at = Date.parse(now);
  const reservation = {
    ...{ id: 1, isPicked: false, from: '2026-11-22T06:00:00Z', until: '2026-11-22T12:00:00Z' },
    holder: { id: 7, name: 'Ana Ruiz', userId: 3 },
  };
  const offered = (to: { id: number | null; userId: number | null }, ...types: string[]) => {
    const sets = types.map((type) => ({ type, bound: boundOf(reservation, to, at) }));
    return dueOptions([...sets, { type: 'day_shift' }].slice(0, 2), context(now)).map(
      ({ label, reason }) => `${label} / ${reason}`,
    );
  };
  const before = ['Tomorrow 02:41 / In 4 hours', 'Tomorrow 05:30 / Before Ana Ruiz at 06:00'];
  expect(offered({ id: 8, userId: null }, 'lock_ups', 'static')).toEqual(before);
  // Beside a set that is not reserved each has its own by rule.
  expect(offered({ id: 8, userId: null }, 'lock_ups')).toEqual([...before, 'By set / 05:30 to 18:00']);
  // To whom it is reserved takes it until its end, also named by the account alone.
  for (const to of [
    { id: 7, userId: null },
    { id: null, userId: 3 },
  ])
    expect(offered(to, 'day_shift', 'day_shift')).toContain('Tomorrow 12:00 / End of the reservation');
  const ended = boundOf(reservation, null, Date.parse('2026-11-22T12:00:00Z'));
  expect(ended).toBeNull();
});

test('until due the clock, after it the length in one unit', () => {
  const now = Date.parse('2026-11-21T22:41:00Z');
  const due = (at: string, narrow?: boolean) => dueText(Date.parse(at), now, zone, narrow).text;
  expect(due('2026-11-21T23:00:00Z')).toBe('due 23:00');
  expect(due('2026-11-22T06:00:00Z')).toBe('due tomorrow 06:00');
  expect(due('2026-11-22T06:00:00Z', true)).toBe('due 06:00');
  expect(due('2026-11-26T18:00:00Z')).toBe('due Thu 18:00');
  expect(due('2026-12-24T18:00:00Z')).toBe('due 24 Dec 18:00');
  expect(due('2026-11-21T22:00:00Z')).toBe('41 min overdue');
  expect(due('2026-11-21T06:41:00Z')).toBe('16 h overdue');
  expect(due('2026-11-19T20:00:00Z')).toBe('2 days overdue');
  expect(sinceClock(Date.parse('2026-11-20T14:02:00Z'), now, zone)).toBe('yesterday 14:02');
  expect(dayAndClock(now, now, 'America/New_York')).toBe('today 17:41');
  expect(zoneNote(now, zone)).toBe('Times in London (GMT)');
  expect(zoneNote(now, 'UTC')).toBe('Times in UTC');
});

test('a time that is moved is offered in an hour too; one that is ahead may stay', () => {
  const now = '2026-11-21T22:41:00Z';
  const offered = (offer: Parameters<typeof dueOptions>[2]) =>
    dueOptions(of('lock_ups'), context(now), offer).map(({ label, reason }) => `${label} / ${reason}`);
  expect(offered({ extends: true })).toEqual([
    'Today 23:41 / In 1 hour',
    'Tomorrow 02:41 / In 4 hours',
    'Tomorrow 06:00 / Usual for Lock Ups',
    'Tomorrow 09:00 / Next morning',
    'No time / No due time',
  ]);
  expect(offered({ stays: Date.parse('2026-11-22T12:00:00Z') })).toContain('Tomorrow 12:00 / Keep as is');
  expect(offered({ stays: Date.parse('2026-11-21T22:00:00Z') }).join()).not.toContain('Keep as is');
  const options = dueOptions(of('lock_ups'), context(now));
  expect(momentToSend({ kind: 'rule' }, options, Date.parse(now))).toBe('2026-11-22T06:00:00.000Z');
  expect(momentToSend({ kind: 'none' }, options, Date.parse(now))).toBeNull();
});

test('the choice in a sentence says times where the sets have different ones', () => {
  const now = '2026-11-21T22:41:00Z';
  const words = (...types: string[]) =>
    dueWords({ kind: 'rule' }, dueOptions(of(...types), context(now)), Date.parse(now), zone);
  expect(words('lock_ups')).toBe('due tomorrow 06:00');
  expect(words('lock_ups', 'day_shift')).toBe('due 06:00 to 18:00, by key type');
  expect(words('lock_ups', 'static')).toBe('due 06:00 or no time, by key type');
});
