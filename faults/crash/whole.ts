import { expect } from 'vitest';
import { run } from '../../server/testing/server-process.ts';

/** Fails unless `keyhold verify` finds every chain and every invariant whole. Answers what it said. */
export async function expectWhole(environment: Record<string, string>): Promise<string> {
  const { code, said } = await run('verify', environment);
  expect(said).toMatch(/chain intact\n1 company, 0 broken\n\d+ entries in .+$/);
  expect(code).toBe(0);
  return said;
}
