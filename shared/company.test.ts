import { describe, expect, test } from 'vitest';
import { slugOf } from './company.ts';
import { PLANS } from './plan.ts';

describe('the slug of a name', () => {
  test('VALID-37 lower case, and a hyphen for every character outside a-z and 0-9', () => {
    expect(slugOf('Northgate')).toBe('northgate');
    expect(slugOf('Keys 24/7')).toBe('keys-24-7');
    expect(slugOf('A_b.c,d')).toBe('a-b-c-d');
    expect(slugOf('Café Zoë')).toBe('caf-zo');
    expect(slugOf('KEYS\t&\nLOCKS')).toBe('keys-locks');
  });
  test('VALID-38 runs of hyphens become one, and none leads or trails', () => {
    expect(slugOf('a -- b')).toBe('a-b');
    expect(slugOf('  --Hill & Dale!! ')).toBe('hill-dale');
    expect(slugOf('-a-')).toBe('a');
    for (const nothing of ['', '   ', '---', '鍵', '!!!']) expect(slugOf(nothing)).toBe('');
  });
});

test('the plans, their limits and prices', () => {
  expect(
    Object.values(PLANS).map(({ name, keys, locations, users, price }) => [
      name,
      keys,
      locations,
      users,
      price,
    ]),
  ).toEqual([
    ['Basic', 100, 5, 10, '$29'],
    ['Professional', 500, 15, 25, '$89'],
    ['Enterprise', null, null, null, 'Custom'],
  ]);
});
