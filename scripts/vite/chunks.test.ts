import { expect, test } from 'vitest';
import { missingPaths } from './chunks.ts';

const FILES = ['/web/ui/Button.tsx', '/web/ui/Notice.tsx', '/shared/key-bunch-words.ts'];

test('a group may name modules one by one or by a pattern', () => {
  const paths = ['web/ui/(Button|Notice)', 'shared/(?!audit)[^/]+-words', 'web/ui/(?!Dialog)[^/]+'];
  expect(missingPaths([{ name: 'ui', paths }], FILES)).toEqual([]);
});

test('a module that was moved is named with its group', () => {
  const paths = [
    'web/ui/(Button|Switch)',
    'shared/(limits|(?!key-bunch)[^/]+-words)',
    'web/.+/(Notice|Dialog)',
  ];
  expect(missingPaths([{ name: 'ui', paths }], FILES)).toEqual([
    'ui: web/ui/Switch',
    'ui: shared/limits',
    'ui: shared/(?!key-bunch)[^/]+-words',
    'ui: web/.+/Dialog',
  ]);
});
