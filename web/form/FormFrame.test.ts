import { expect, test } from 'vitest';
import { datedDay } from '../format.ts';
import { trialText } from './FormFrame.tsx';

const HOUR = 3_600_000;
const now = new Date();
const after = (hours: number) => trialText(new Date(now.getTime() + hours * HOUR).toISOString(), now);

test('S-60 the trial counts the days begun, of 24 hours each, and then says when it ended', () => {
  expect(after(14 * 24)).toBe('14 days left in the free trial');
  expect(after(13 * 24 + 1)).toBe('14 days left in the free trial');
  expect(after(24)).toBe('1 day left in the free trial');
  expect(after(0.1)).toBe('1 day left in the free trial');
  expect(after(0)).toBe(`The free trial ended on ${datedDay(now)}`);
});
