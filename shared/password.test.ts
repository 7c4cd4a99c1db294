import { expect, test } from 'vitest';
import { strengthLabel, strengthOf } from './password.ts';

test('VALID-43 25 points each for eight characters, an uppercase and a lowercase letter, a digit or one of !@#$%^&*', () => {
  expect(strengthOf('')).toBe(0);
  expect(strengthOf('--------')).toBe(25);
  expect(strengthOf('A')).toBe(25);
  expect(strengthOf('a')).toBe(25);
  for (const sign of ['0', '9', ...'!@#$%^&*']) expect(strengthOf(sign), sign).toBe(25);
  for (const other of ['-', '_', ' ', '(', 'ä']) expect(strengthOf(other), other).toBe(0);
  expect(strengthOf('abcdefg')).toBe(25);
  expect(strengthOf('abcdefgh')).toBe(50);
  expect(strengthOf('Abcdefgh')).toBe(75);
  expect(strengthOf('Abcdefg1')).toBe(100);
  expect(strengthOf('Ab1')).toBe(75);
});

test('VALID-44 Weak under 50, Fair under 75, otherwise Strong', () => {
  expect([0, 25, 49, 50, 74, 75, 100].map(strengthLabel)).toEqual([
    'Weak',
    'Weak',
    'Weak',
    'Fair',
    'Fair',
    'Strong',
    'Strong',
  ]);
});
