import { defineConfig } from 'vitest/config';

/** A Sunday night, the end of a leap day, the minute before London's summer time begins. */
const INSTANTS = ['2026-11-22T00:42:00Z', '2028-02-29T23:50:00Z', '2027-03-28T00:59:00Z'];
/** Lord Howe changes by half an hour, half a world away. */
const ZONES = ['UTC', 'Australia/Lord_Howe'];

/** The pure tests of what reads the clock or the time zone, as if they ran at other moments and in other places. */
export default defineConfig({
  test: {
    projects: INSTANTS.flatMap((now) =>
      ZONES.map((zone) => ({
        test: {
          name: `${now} ${zone}`,
          include: [
            'web/custody/due-choices.test.ts',
            'web/custody/due-lines.test.ts',
            'web/format.test.ts',
            'web/movement/timeline.test.ts',
            'web/movement/date-filter.test.ts',
            'web/form/FormFrame.test.ts',
            'shared/paper-time.test.ts',
          ],
          env: { TZ: zone, KEYHOLD_TEST_NOW: now },
          setupFiles: ['server/testing/now.ts'],
          isolate: false,
        },
      })),
    ),
  },
});
