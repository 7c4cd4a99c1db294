import { expect, test } from 'vitest';
import { dueMoment } from './receipt-text.ts';

const receipt = { at: '2026-12-28T10:00:00Z', timezone: 'Europe/Vienna' };

test('a due time has its year where it is not the year of the receipt, by the company’s clock', () => {
  expect(dueMoment('2026-12-29T17:00:00Z', receipt)).toBe('Tuesday 29 December, 18:00 CET');
  expect(dueMoment('2027-12-29T17:00:00Z', receipt)).toBe('Wednesday 29 December 2027, 18:00 CET');
  expect(dueMoment('2026-12-31T23:00:00Z', receipt, { brief: true })).toBe('Fri 1 Jan 2027, 00:00 CET');
  expect(dueMoment(null, receipt)).toBe('No time');
});
