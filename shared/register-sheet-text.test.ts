import { expect, test } from 'vitest';
import type { SheetSet } from './register-sheet.ts';
import { sheetTextOf } from './register-sheet-text.ts';

const context = { now: Date.parse('2026-11-28T12:00:00Z'), zone: 'Europe/Vienna', label: () => '' };
const set = (about: Partial<SheetSet>) =>
  sheetTextOf({ status: 'issued', since: null, dueAt: null, ...about } as SheetSet, context);

test('a time of another year has its year', () => {
  expect(set({ since: '2026-11-28T08:00:00Z' }).when).toBe('09:00');
  expect(set({ since: '2026-11-21T08:00:00Z' }).when).toBe('21 Nov, 09:00');
  expect(set({ since: '2019-11-21T08:00:00Z', dueAt: '2025-12-31T23:00:00Z' }).when).toBe(
    '21 Nov 2019, 09:00, was\u00a0due\u00a01\u00a0Jan,\u00a000:00',
  );
  expect(set({ status: 'missing', since: '2024-11-21T08:00:00Z' }).note).toBe('since 21 Nov 2024, 09:00');
});
