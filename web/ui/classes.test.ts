import { expect, test } from 'vitest';
import { tintBox, tintDot } from './classes.ts';

test('every tint looks like no other', () => {
  for (const looks of [tintBox, tintDot]) {
    const classes = Object.values(looks);
    expect(new Set(classes).size).toBe(classes.length);
  }
});
