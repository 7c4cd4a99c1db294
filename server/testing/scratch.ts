import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** All tests on the database together put 700 MB there. */
const ROOM = 4 * 1024 ** 3;

/**
 * Creates the temporary folder of a test run, which the caller removes. Sets TMPDIR to it for this process and its children. In memory
 * where there is room, because databases are made, copied and dropped all the time.
 */
export async function makeScratch(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const parent = Math.min(room, process.availableMemory()) > ROOM ? MEMORY : tmpdir();
  const scratch = await mkdtemp(join(parent, 'keyhold-test-'));
  // Under root PostgreSQL runs as another account, which needs to enter.
  await chmod(scratch, 0o755);
  process.env.TMPDIR = scratch;
  return scratch;
}
