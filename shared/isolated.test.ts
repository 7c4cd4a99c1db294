import { expect, test } from 'vitest';
import { joined } from './isolated.ts';

test('texts side by side keep their direction, and those that need nothing stay as they are', () => {
  expect(joined(['Ruiz Lifts', null, '020 7946 0000'])).toBe('Ruiz Lifts, 020 7946 0000');
  expect(joined(['محمد', '+971 4 555 0101'], ' · ')).toBe('\u2068محمد\u2069 · \u2068+971 4 555 0101\u2069');
  expect(joined([undefined, false, ''])).toBe('');
});
