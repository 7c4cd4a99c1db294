import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Set by `npm test`; by hand the system's Chromium is taken, else Playwright's own. */
const chromium =
  process.env.CHROMIUM ??
  ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => `/usr/bin/${name}`)
    .find((path) => existsSync(path));

/** Browser tests on the built server with an empty embedded database (e2e/server.ts), at desktop and phone size. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would answer what tests hold or refuse; e2e/shell/opens-offline.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        // One process for all pages of a profile: the next test needs not start one (e2e/profile.ts).
        '--process-per-site',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No page lives long enough to earn what V8's optimizing compilers cost: without them a test takes less time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  projects: [
    // Tests tagged `@phone` are of what only a phone has.
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // What these prove has nothing to do with the size of the screen: whole files, and tests tagged `@once`.
      testIgnore: /(calls|single-sign-on|smoke|toasts-errors)\.spec\.ts/,
      grepInvert: /@once/,
      // A pixel of the screen to each of the page: no test looks at the pixels between, and drawing them costs time.
      use: { ...devices['Pixel 7'], defaultBrowserType: 'chromium', deviceScaleFactor: 1 },
    },
  ],
});
