import { expect, test } from 'vitest';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { findKept } from './find.ts';

const NOW = Date.parse('2026-11-21T22:41:00Z');
const bunch = (id: number, about: Partial<KeyBunch>): KeyBunch =>
  ({
    id,
    identifier: `SET-${id}`,
    type: 'building',
    status: 'active',
    currentTag: null,
    nfcSerial: null,
    locationId: 1,
    location: { id: 1, name: 'Leeds' },
    position: null,
    premises: [],
    holder: null,
    issuedAt: null,
    dueAt: null,
    short: null,
    hasImage: false,
    keyDescription: null,
    lastUpdated: '2026-11-20T00:00:00Z',
    ...about,
  }) as KeyBunch;

const SETS = [
  bunch(1, {
    identifier: 'MCR-0110',
    currentTag: '448 120',
    premises: [{ id: 5, name: 'Water House', client: 'Acme' } as never],
  }),
  bunch(2, { identifier: 'MCR-0011', nfcSerial: '04A2245A1B6680', locationId: 2 }),
  bunch(3, {
    identifier: 'MCR-0107',
    status: 'issued',
    holder: { id: 9, name: 'Callum Reid', userId: null },
    issuedAt: '2026-11-19T20:00:00Z',
    dueAt: '2026-11-21T20:00:00Z',
  }),
  bunch(10, { identifier: 'MCR-9', keyDescription: 'Side door of the water tower' }),
];
const ids = (query: Parameters<typeof findKept>[1]) => findKept(SETS, query, NOW)?.data.map(({ id }) => id);

test('a search finds codes in any notation, premises, people and words, the very code first', () => {
  expect(ids({ q: 'mcr 0110' })).toEqual([1]);
  expect(ids({ q: '448120' })).toEqual([1]);
  expect(ids({ q: '04:a2:24:5a:1b:66:80' })).toEqual([2]);
  expect(ids({ q: 'callum' })).toEqual([3]);
  expect(ids({ q: 'WATER' })).toEqual([10, 1]);
  expect(ids({ q: 'mcr-0' })).toEqual([2, 3, 1]);
  expect(ids({ q: 'nothing' })).toEqual([]);
});

test('a search reads the digits of any script', () => {
  expect(ids({ q: 'mcr ٠١١٠' })).toEqual([1]);
  expect(ids({ q: '４４８' })).toEqual([1]);
  expect(ids({ q: '०४:A2:24:5A:1B:66:80' })).toEqual([2]);
});

test('filters and orders are the server’s, with numbers by their values, and pages follow each other', () => {
  expect(ids({})).toEqual([10, 2, 3, 1]);
  expect(ids({ sort: '-identifier' })).toEqual([1, 3, 2, 10]);
  expect(ids({ status: 'issued' })).toEqual([3]);
  expect(ids({ locationId: '2' })).toEqual([2]);
  expect(ids({ due: 'overdue' })).toEqual([3]);
  expect(ids({ due: 'none' })).toEqual([]);
  expect(ids({ outHours: '24' })).toEqual([3]);
  expect(ids({ without: 'nfc', sort: 'due' })).toEqual([3, 10, 1]);
  expect(ids({ nfcSerial: '04:A2:24:5A:1B:66:80', limit: '1' })).toEqual([2]);
  const first = findKept(SETS, { limit: '3' }, NOW);
  expect(first).toMatchObject({ total: 4, atLeast: false });
  expect(ids({ limit: '3', cursor: first?.next ?? '' })).toEqual([1]);
});

test('what only the server can tell is not answered', () => {
  for (const query of [
    { sort: 'lastSeen' as const },
    { notSeenDays: '30' },
    { due: 'today' as const },
    { without: 'label' as const },
    { changedSince: '2026-11-01T00:00:00Z' },
    { cursor: 'the server’s' },
  ])
    expect(findKept(SETS, query, NOW), JSON.stringify(query)).toBeNull();
});
