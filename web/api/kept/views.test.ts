import { expect, test } from 'vitest';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { ListLocation } from '../../../shared/location.ts';
import { dashboardOf, lookUp, mineOf, outOf, peopleOf, type Register, sheetOf } from './views.ts';

const NOW = Date.parse('2026-11-21T22:41:00Z');
const LEEDS = { id: 1, name: 'Leeds' } as ListLocation;
const bunch = (id: number, about: Partial<KeyBunch> = {}): KeyBunch =>
  ({
    ...{
      id,
      identifier: `SET-${id}`,
      type: 'building',
      status: 'active',
      currentTag: `44${id}`,
      nfcSerial: null,
    },
    ...{
      locationId: 1,
      location: LEEDS,
      position: null,
      premises: [],
      holder: null,
      issuedAt: null,
      dueAt: null,
    },
    ...{ short: null, missing: null, keyDescription: null, lastUpdated: '2026-11-20T00:00:00Z' },
    ...about,
  }) as KeyBunch;
const out = (id: number, holderId: number, name: string, dueAt: string | null) =>
  bunch(id, {
    status: 'issued',
    holder: { id: holderId, name, userId: null },
    issuedAt: '2026-11-21T08:00:00Z',
    dueAt,
  });
const person = (id: number, name: string, about: Partial<ListedHolder> = {}): ListedHolder =>
  ({
    id,
    name,
    organisation: null,
    badge: null,
    kind: 'contractor',
    userId: null,
    isActive: true,
    ...about,
  }) as ListedHolder;

const KNOWN: Register = {
  sets: new Map(
    [
      { ...bunch(1, { nfcSerial: '04A2245A1B6680' }), label: '7F3KQ2M9XA' },
      out(2, 9, 'Callum Reid', '2026-11-21T20:00:00Z'),
      out(3, 9, 'Callum Reid', '2026-11-21T23:30:00Z'),
      out(4, 10, 'Owen Hartley', null),
      bunch(5, { status: 'missing' }),
    ].map((one) => [one.id, one]),
  ),
  people: [
    person(9, 'Callum Reid', { badge: 'B-77', userId: 4 }),
    person(10, 'Owen Hartley', { organisation: 'Irwell' }),
    person(11, 'Ana Ruiz', { isActive: false }),
  ],
  locations: [LEEDS],
  zone: 'Europe/London',
  now: NOW,
};

test('who has what, by person and by tab, is counted as the server counts it', () => {
  const { data, total } = outOf(KNOWN, { by: 'person' });
  expect(data.counts).toEqual({ all: 3, today: 1, overdue: 1 });
  expect(data.keyBunches.map(({ id }) => id)).toEqual([2, 3, 4]);
  expect(data.holders.map(({ holder, out: sets, overdue }) => [holder.name, sets, overdue])).toEqual([
    ['Callum Reid', 2, 1],
    ['Owen Hartley', 1, 0],
  ]);
  expect(total).toBe(3);
  expect(outOf(KNOWN, { tab: 'overdue' }).data.keyBunches.map(({ id }) => id)).toEqual([2]);
  expect(mineOf(KNOWN, 4)).toMatchObject({ held: 2, ended: [], holder: { id: 9, out: 2, overdue: 1 } });
  expect(dashboardOf(KNOWN, 4)).toMatchObject({
    stats: { totalBunches: 5, inUse: 3, missing: 1, present: 1, overdue: 1, dueToday: 1 },
    mine: { sets: 2, overdue: 1, nextDue: '2026-11-21T23:30:00Z' },
    locations: [{ total: 5, byStatus: { active: 1, issued: 3, missing: 1 } }],
  });
});

test('people are found by name, firm and badge, and codes by what they are on', () => {
  const names = (query: Parameters<typeof peopleOf>[1]) =>
    peopleOf(KNOWN, query).data.map(({ name }) => name);
  expect(names({ active: 'true' })).toEqual(['Callum Reid', 'Owen Hartley']);
  expect(names({ q: 'irw' })).toEqual(['Owen Hartley']);
  expect(names({ q: 'b-77' })).toEqual(['Callum Reid']);
  expect(lookUp(KNOWN, '04:A2:24:5A:1B:66:80')).toMatchObject({ by: 'nfcSerial', keyBunches: [{ id: 1 }] });
  expect(lookUp(KNOWN, 'set-2')).toMatchObject({ kind: 'keyBunch', by: 'identifier' });
  expect(lookUp(KNOWN, '443')).toMatchObject({ by: 'tag', keyBunches: [{ id: 3 }] });
  expect(lookUp(KNOWN, 'B-77')).toMatchObject({ kind: 'holder', holder: { id: 9, out: 2 } });
  expect(lookUp(KNOWN, '٤٤٣')).toMatchObject({ by: 'tag', keyBunches: [{ id: 3 }] });
  expect(lookUp(KNOWN, 'b-７７')).toMatchObject({ kind: 'holder', holder: { id: 9 } });
  for (const label of ['7f3k q2m9 xa', '٧f३k q2m9 xa', 'HTTPS://KEYS.EXAMPLE.COM/K/7F3KQ2M9XA'])
    expect(lookUp(KNOWN, label)).toMatchObject({ kind: 'keyBunch', by: 'label', keyBunches: [{ id: 1 }] });
  expect(lookUp(KNOWN, '7F3KQ2M9XB')).toBeNull();
});

test('the register on paper is in the order of its hooks, without phone numbers and sites', () => {
  const sets = [
    bunch(1, { position: 'A 10' }),
    { ...out(2, 9, 'Callum Reid', null), position: 'A 2' },
    bunch(3, { locationId: 2 }),
    bunch(4),
  ];
  const known = { ...KNOWN, sets: new Map(sets.map((one) => [one.id, one])) };
  const sheet = sheetOf(known, { location: '1' });
  expect(sheet?.sets.map(({ id }) => id)).toEqual([2, 1, 4]);
  expect(sheet).toMatchObject({
    counts: { sets: 3, out: 1, missing: 0 },
  });
  expect(sheet?.sets[0]).toMatchObject({ holder: { name: 'Callum Reid' }, phone: null });
  expect(sheet?.sets.every((set) => set.premises === undefined)).toBe(true);
  expect(sheetOf(known, { location: '1', sites: 'true' })?.sets[0]?.premises).toEqual([]);
  expect(sheetOf(known, { location: '77' })).toBeNull();
});
