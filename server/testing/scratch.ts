import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Room for all tests on the database, which together write 700 MB. */
const ROOM = 4 * 1024 ** 3;

/**
 * Creates the temporary folder of a test run, which the caller removes, and sets TMPDIR to it for this process and its children. It is in
 * memory where there is room, because databases are created, copied and dropped all the time.
 */
export async function makeScratch(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const parent = Math.min(room, process.availableMemory()) > ROOM ? MEMORY : tmpdir();
  const scratch = await mkdtemp(join(parent, 'keyhold-test-'));
  // When run as root, PostgreSQL uses another account, which must be able to enter.
  await chmod(scratch, 0o755);
  process.env.TMPDIR = scratch;
  return scratch;
}
