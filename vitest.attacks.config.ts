import { defineConfig } from 'vitest/config';

/** `npm run test:attacks`: the suites of attacks/ at length, one after the other. `npm test` runs them briefly. */
export default defineConfig({
  test: {
    include: ['attacks/**/*.test.ts'],
    globalSetup: ['server/testing/database.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
