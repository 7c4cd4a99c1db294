import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: the suites of faults/ at length, one after the other. `npm test` runs them briefly. */
export default defineConfig({
  test: {
    include: ['faults/**/*.test.ts'],
    globalSetup: ['server/testing/database.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
