import { expect, test } from 'vitest';
import { inStableOrder } from './stable-order.ts';

const order = (category: 'keyTypes' | 'statuses', ...values: string[]) =>
  inStableOrder(
    category,
    values.map((value) => ({ value, label: value })),
  ).map(({ value }) => value);

test('what a company adds stands after the built-in ones and moves none of them', () => {
  expect(order('statuses', 'inactive', 'missing', 'issued', 'active')).toEqual([
    'active',
    'issued',
    'missing',
    'inactive',
  ]);
  expect(order('statuses', 'at locksmith', 'missing', 'abroad', 'active', 'in_use')).toEqual([
    'active',
    'missing',
    'in_use',
    'abroad',
    'at locksmith',
  ]);
  expect(order('keyTypes', 'patrol', 'static', 'day_shift')).toEqual(['day_shift', 'static', 'patrol']);
});
