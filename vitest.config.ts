import { defineConfig } from 'vitest/config';

/** Everything but the browser stories: shared/, server/ and the pure parts of web/, on a real PostgreSQL. */
export default defineConfig({
  test: {
    include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['server/testing/database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
