import { expect, test } from 'vitest';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { Settings } from '../../../shared/setting.ts';
import { type Act, afterEntry, entryOf, type Known, Refusal, withEntries } from './judge.ts';
import type { CustodyEntry, Own } from './own-entries.ts';

const NOW = Date.parse('2026-11-21T22:44:00Z');
const LEEDS = { id: 1, name: 'Leeds' } as KeyBunch['location'];
const bunch = (id: number, about: Partial<KeyBunch> = {}): KeyBunch =>
  ({
    id,
    identifier: `SET-${id}`,
    type: 'building',
    status: 'active',
    currentTag: '448120',
    locationId: 1,
    location: LEEDS,
    keyCount: 3,
    fobCount: 1,
    keyDescription: 'Side door',
    premises: [],
    holder: null,
    issuedAt: null,
    dueAt: null,
    short: null,
    missing: null,
    lastUpdated: '2026-11-20T00:00:00Z',
    ...about,
  }) as KeyBunch;
const person = (id: number, name: string, about: Partial<ListedHolder> = {}): ListedHolder =>
  ({ id, name, userId: null, isActive: true, validUntil: null, maxSets: null, ...about }) as ListedHolder;

const OUT = {
  status: 'issued',
  holder: { id: 9, name: 'Callum Reid', userId: null },
  issuedAt: '2026-11-21T20:00:00Z',
};
const MISSING = {
  status: 'missing',
  currentTag: null,
  missing: { since: '2026-11-20T00:00:00Z', lastHolder: null, lastLocation: LEEDS, previousStatus: 'issued' },
};
const KNOWN: Known = {
  sets: new Map([bunch(1), bunch(2, OUT), bunch(3, MISSING)].map((one) => [one.id, one])),
  people: [
    person(9, 'Callum Reid'),
    person(10, 'Owen Hartley', { maxSets: 1 }),
    person(11, 'Ana Ruiz', { validUntil: '2026-11-20' }),
  ],
  locations: [LEEDS],
  settings: { keyTypes: [{ name: 'building', due: { hours: null, time: '06:00' } }] } as unknown as Settings,
  zone: 'Europe/London',
  now: NOW,
};
const entered = (act: Act, known = KNOWN) => entryOf(act, known, 'key');
const after = (act: Act) => afterEntry(KNOWN.sets.get(act.keyBunchId) ?? bunch(0), entered(act), KNOWN);
const refusalOf = (act: Act) => {
  try {
    entered(act);
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.body.message : String(error);
  }
};

test('an entry says what the device believed, and gives the result that the server would give', () => {
  const issue: Act = { kind: 'issue', keyBunchId: 1, body: { holderId: 10 } };
  expect(entered(issue)).toMatchObject({
    seen: { status: 'active', holderId: null, currentTag: '448120', locationId: 1 },
    doneAt: '2026-11-21T22:44:00.000Z',
    toName: 'Owen Hartley',
    dueAt: '2026-11-22T06:00:00.000Z',
  });
  expect(after(issue)).toMatchObject({
    status: 'issued',
    holder: { id: 10 },
    dueAt: '2026-11-22T06:00:00.000Z',
  });
  expect(
    after({ kind: 'issue', keyBunchId: 1, body: { officerName: 'A stranger', dueAt: null } }),
  ).toMatchObject({
    holder: { id: null, name: 'A stranger' },
    dueAt: null,
  });
  expect(after({ kind: 'return', keyBunchId: 2, body: { newTag: '450118', keysCounted: 2 } })).toMatchObject({
    status: 'active',
    currentTag: '450118',
    holder: null,
    short: { keysPresent: 2, fobsPresent: 1 },
  });
  expect(after({ kind: 'handOver', keyBunchId: 2, body: { holderId: 10 } })).toMatchObject({
    status: 'issued',
    holder: { id: 10 },
    dueAt: null,
  });
  expect(after({ kind: 'lost', keyBunchId: 2, body: {} })).toMatchObject({
    status: 'missing',
    currentTag: null,
    missing: { lastHolder: { id: 9 }, previousStatus: 'issued' },
  });
  expect(after({ kind: 'found', keyBunchId: 3, body: { currentTag: '450119' } })).toMatchObject({
    status: 'active',
    currentTag: '450119',
    missing: null,
  });
});

test('what the shared rules refuse is refused on the device, in the server’s words', () => {
  const refused: [Act, string][] = [
    [{ kind: 'issue', keyBunchId: 2, body: { holderId: 10 } }, 'Keys are already issued'],
    [{ kind: 'return', keyBunchId: 1, body: { newTag: '1' } }, 'Keys are not currently issued'],
    [{ kind: 'return', keyBunchId: 2, body: { newTag: '1', keysCounted: 4 } }, 'SET-2 has 3 keys'],
    [{ kind: 'handOver', keyBunchId: 2, body: { holderId: 9 } }, 'Callum Reid has these keys already'],
    [
      { kind: 'issue', keyBunchId: 1, body: { holderId: 11 } },
      'Ana Ruiz may not take keys after 20 Nov 2026',
    ],
    [
      { kind: 'extend', keyBunchId: 2, body: { dueAt: '2026-11-21T22:00:00Z' } },
      'Due back must be in the future',
    ],
    [{ kind: 'found', keyBunchId: 3, body: {} }, 'Current tag is required'],
    [{ kind: 'issue', keyBunchId: 99, body: { holderId: 10 } }, 'Key set not found'],
  ];
  for (const [act, message] of refused) expect(refusalOf(act)).toBe(message);
});

test('own earlier entries count: for the next entry on a set, and for a person’s limit', () => {
  const first = entered({ kind: 'issue', keyBunchId: 1, body: { holderId: 10 } });
  const own: Own<CustodyEntry> = { ...first, order: 1, n: 1, takenBackAt: null };
  const known = { ...KNOWN, sets: withEntries(KNOWN.sets, [own], KNOWN) };
  expect(entryOf({ kind: 'return', keyBunchId: 1, body: { newTag: '2' } }, known, 'next').seen).toMatchObject(
    {
      status: 'issued',
      holderId: 10,
    },
  );
  expect(() => entryOf({ kind: 'handOver', keyBunchId: 2, body: { holderId: 10 } }, known, 'next')).toThrow(
    'Owen Hartley holds 1 set already, the most allowed',
  );
});

test('a reservation that the device knows bounds an issue as it does online, and its choice goes over it', () => {
  const reservation = {
    ...{ id: 1, from: '2026-11-22T03:00:00Z', until: '2026-11-22T12:00:00Z', isPicked: false },
    holder: { id: 9, name: 'Callum Reid', userId: null },
  };
  const known = { ...KNOWN, sets: new Map([[1, bunch(1, { reservation })]]) };
  const issue = (holderId: number, about: object = {}, isOver = false) =>
    entered({ kind: 'issue', keyBunchId: 1, body: { holderId, ...about }, isOver }, known).dueAt;
  expect(issue(10)).toBe('2026-11-22T02:30:00.000Z');
  expect(issue(9)).toBe('2026-11-22T12:00:00.000Z');
  expect(() => issue(10, { dueAt: null })).toThrow('Reserved for Callum Reid from');
  expect(issue(10, { dueAt: null }, true)).toBeNull();
});
