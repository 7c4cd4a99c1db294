import { expect, test } from 'vitest';
import { Windows } from './windows.ts';

test('a minute of a kind has one first, however often it comes, and the next minute another', () => {
  let now = 0;
  const windows = new Windows<{ userId: number; address: string; n: number }>(() => now);
  const begin = (n: number) => windows.begin('a', { userId: 1, address: `10.0.0.${n}`, n }) !== null;
  expect([1, 2, 3].map(begin)).toEqual([true, false, false]);
  expect(windows.closed()).toEqual({ counted: [], tallied: [] });
  now = 60_000;
  expect(begin(4)).toBe(true);
  const { counted } = windows.closed();
  expect(counted).toEqual([
    { first: { userId: 1, address: '10.0.0.1', n: 1 }, times: 2, addresses: ['10.0.0.2', '10.0.0.3'] },
  ]);
  now = 200_000;
  // A first entry without followers was already written.
  expect(windows.closed()).toEqual({ counted: [], tallied: [] });
  expect(begin(5)).toBe(true);
});
