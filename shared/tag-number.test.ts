import { expect, test } from 'vitest';
import { tagAfter } from './tag-number.ts';

test('the next tag keeps prefix, zeros and every digit', () => {
  expect(tagAfter('0099')).toBe('0100');
  expect(tagAfter('999')).toBe('1000');
  expect(tagAfter('A-0099')).toBe('A-0100');
  expect(tagAfter('7/9007199254740993')).toBe('7/9007199254740994');
  expect(tagAfter('A')).toBeNull();
  expect(tagAfter('9'.repeat(255))).toBeNull();
});
