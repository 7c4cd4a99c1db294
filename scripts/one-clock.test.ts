import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What reads the clock or the language of the device, or of the server, instead of the company's zone. */
const OTHER_CLOCKS: readonly [RegExp, string][] = [
  [/Intl\.DateTimeFormat\b(?!Options)|resolvedOptions\(\)/, 'use shared/clock-text.ts or web/format.ts'],
  [/\.toLocale(Date|Time)String\(/, 'use web/format.ts'],
  [/new Date\([^()]*(\([^()]*\))?[^()]*\)\.toLocaleString\(/, 'use web/format.ts'],
  [
    /\.get(FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(/,
    'use clockAt and momentOf of shared/zone.ts',
  ],
  [/\.to(Date|Time)String\(/, 'use web/format.ts'],
  [/new Date\([^()]*,[^()]*\)/, 'use momentOf of shared/zone.ts'],
  [/new Date\(\)\.toISOString\(\)\.slice\(/, 'the day of UTC: use companyDay or dayIn'],
  [/type="(date|time|datetime-local)"/, "the browser's language: use web/ui/form/DateInput.tsx"],
];

/** The two files that ask Intl; the demo's past, made by the clock of the machine that shows it; ZIP, whose entries have no zone. */
const ALLOWED = /^(shared\/(zone|clock-text)\.ts|server\/(demo|testing)\/|server\/download\.ts)/;

/** Only the difference to the server's clock is made of the device's (decision 0060). */
const DEVICE_CLOCK: readonly [RegExp, string][] = [
  [/Date\.now\(\)|new Date\(\)/, 'use serverNow of web/api/server-clock.ts'],
];
const MAY_USE_DEVICE_CLOCK = /^web\/api\/(server-clock|call|connection|live)\.ts$/;

function misfits(folders: readonly string[], clocks: typeof OTHER_CLOCKS, allowed: RegExp): string[] {
  const root = new URL('../', import.meta.url);
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  expect(sources.length).toBeGreaterThan(400);
  return sources
    .filter((name) => !allowed.test(name))
    .flatMap((name) =>
      readFileSync(new URL(name, root), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          clocks
            .filter(([pattern]) => pattern.test(line))
            .map(([, instead]) => `${name}:${at + 1} ${line.trim()} (${instead})`),
        ),
    );
}

test('D-30 no source but shared/zone.ts and shared/clock-text.ts asks for a clock other than the company’s', () => {
  expect(misfits(['shared', 'server', 'web'], OTHER_CLOCKS, ALLOWED)).toEqual([]);
});

test('no screen uses the clock of its device for anything but the difference to the server’s', () => {
  expect(misfits(['web'], DEVICE_CLOCK, MAY_USE_DEVICE_CLOCK)).toEqual([]);
});
