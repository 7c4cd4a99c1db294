import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long. Vitest begins with the largest file, so these would come last, beside an idle core. */
const LONG = ['server/database/plans.test.ts', 'server/http/stalled.test.ts'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    return (await super.sort(files)).sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

/** Everything but the browser tests: shared/, server/, the pure parts of web/ and short runs of faults/ and attacks/, on a real PostgreSQL. */
export default defineConfig({
  test: {
    include: [
      ...['shared', 'server', 'web', 'scripts', 'bench'].map((folder) => `${folder}/**/*.test.ts`),
      // The others need minutes even in their short form: `npm run test:faults` and `npm run test:attacks` run all.
      'faults/{kill,link}.test.ts',
      'attacks/{approvals,denied,generated,kiosk,parts,policy,secrets}.test.ts',
    ],
    globalSetup: ['server/testing/database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One more than the two cores that are reckoned with: some tests wait rather than work.
    maxWorkers: 3,
    // The files of a worker share their modules: each loads the server's but once.
    isolate: false,
    sequence: { sequencer: LongFirst },
  },
});
