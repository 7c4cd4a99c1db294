import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: the suites of faults/ at length. `npm test` runs them briefly. */
export default defineConfig({
  test: {
    include: ['faults/**/*.test.ts'],
    env: { KILLS: process.env.KILLS ?? '20' },
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
