import { defineConfig } from 'vitest/config';

/** `npm run test:faults` and `npm run test:attacks`: their suites at length, one after the other. `npm test` runs them briefly. */
export default defineConfig({
  test: {
    include: ['{attacks,faults}/**/*.test.ts'],
    globalSetup: ['server/testing/database.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
