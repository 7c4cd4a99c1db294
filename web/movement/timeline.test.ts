import { expect, test } from 'vitest';
import type { AuditLog, Movement } from '../../shared/movement.ts';
import { byDay, matchesAction, mergeMoments, within } from './timeline.ts';

const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

const movement = (id: number, timestamp: string): Movement => ({
  id,
  keyBunchId: 1,
  action: 'issue',
  actionType: 'issue',
  timestamp,
  doneAt: timestamp,
  lateEntry: false,
  keyBunch: null,
  keyBunchIdentifier: 'SET-1',
  fromLocationId: null,
  toLocationId: null,
  fromLocation: null,
  toLocation: null,
  fromBunchType: null,
  toBunchType: null,
  oldTag: null,
  newTag: null,
  userId: 1,
  user: null,
  notes: null,
  details: {},
  undoable: false,
});
const entry = (id: number, timestamp: string, action = 'edit'): AuditLog => ({
  id,
  action,
  keyBunchId: 1,
  description: '',
  timestamp,
  user: null,
  details: {},
});

const noon = local(2026, 10, 21, 12, 0);
const one = local(2026, 10, 21, 13, 0);
const two = local(2026, 10, 21, 14, 0);
const three = local(2026, 10, 21, 15, 0);

test('KHIST-04 movements and audit entries stand in one order, newest first', () => {
  const moments = mergeMoments(
    [movement(2, three), movement(1, one)],
    [entry(2, two), entry(1, noon)],
    false,
  );
  expect(moments.map(({ key }) => key)).toEqual(['m2', 'a2', 'm1', 'a1']);
});

test('of one instant the movement comes first, and each source keeps its order', () => {
  const moments = mergeMoments([movement(2, one), movement(1, one)], [entry(2, one), entry(1, one)], false);
  expect(moments.map(({ key }) => key)).toEqual(['m2', 'm1', 'a2', 'a1']);
});

test('audit entries wait for the movements before them', () => {
  const movements = [movement(2, three), movement(1, two)];
  const entries = [entry(3, three), entry(2, two), entry(1, one)];
  expect(mergeMoments(movements, entries, true).map(({ key }) => key)).toEqual(['m2', 'a3', 'm1', 'a2']);
  expect(mergeMoments(movements, entries, false)).toHaveLength(5);
  expect(mergeMoments([], entries, true)).toHaveLength(3);
});

test('moments are grouped by the local day', () => {
  const late = local(2026, 10, 20, 23, 59);
  const days = byDay(mergeMoments([movement(3, one), movement(2, noon), movement(1, late)], [], false));
  expect(days.map(({ day, moments }) => [day, moments.length])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-20', 1],
  ]);
});

test('a range includes both its ends', () => {
  expect(within(one, {})).toBe(true);
  expect(within(one, { from: one, to: one })).toBe(true);
  expect(within(one, { from: two })).toBe(false);
  expect(within(one, { to: noon })).toBe(false);
});

test('the action deleted means both logs', () => {
  expect(matchesAction(entry(1, one, 'delete'), 'deleted')).toBe(true);
  expect(matchesAction(entry(1, one, 'edit'), 'deleted')).toBe(false);
  expect(matchesAction(entry(1, one, 'edit'), 'edit')).toBe(true);
  expect(matchesAction(entry(1, one, 'edit'), '')).toBe(true);
  expect(matchesAction(entry(1, one, 'edit'), 'issue')).toBe(false);
});
