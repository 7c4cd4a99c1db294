import { expect, test } from 'vitest';
import { pathAfterSignIn } from './next.ts';

test('after a sign-in only a path of this site is gone to', () => {
  expect(pathAfterSignIn('/key-bunches?status=missing#x')).toBe('/key-bunches?status=missing#x');
  for (const next of [
    undefined,
    '',
    'key-bunches',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])
    expect(pathAfterSignIn(next), String(next)).toBe('/');
});
