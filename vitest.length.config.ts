import { defineConfig } from 'vitest/config';

/** `npm run test:faults`, `npm run test:attacks` and `npm run test:cluster`, one file after the other. `npm test` runs the first two briefly. */
export default defineConfig({
  test: {
    include: ['{attacks,faults,deploy}/**/*.test.ts'],
    globalSetup: ['server/testing/database.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
