import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../server/config.ts';
import { findRunning } from '../server/database/embedded.ts';
import { makeScratch } from '../server/testing/scratch.ts';
import { openClocks } from './movement/history.ts';

/** Raised rate limits: a test suite signs in and writes faster than users. */
const LIMITS = {
  LOGIN_FAILURES: '100000',
  SETUPS_PER_HOUR: '100000',
  INVITATIONS_PER_HOUR: '100000',
  WRITES_PER_MINUTE: '100000',
  EXPORTS_PER_MINUTE: '100000',
};

/**
 * Starts the built server in demo mode with a new data folder, and sets KEYHOLD_URL and KEYHOLD_ADMIN (read by world.ts). Returns the
 * teardown, which throws when the server exited with an error or logged a fault.
 */
export default async function serve(): Promise<() => Promise<void>> {
  if (!existsSync(join(ROOT, 'dist/server/main.js')) || !existsSync(join(ROOT, 'dist/web/index.html')))
    throw new Error('The browser tests run on the built product: npm run build, or npm test, makes it.');
  process.env.KEYHOLD_BUILT = '1';
  const { startServer } = await import('../server/testing/server-process.ts');
  const scratch = await makeScratch();
  const folder = join(scratch, 'data');
  const server = await startServer({ DATA_DIR: folder, DEMO_MODE: 'on', LOG_LEVEL: 'warn', ...LIMITS });
  const running = await findRunning(folder);
  if (!running) throw new Error('No database runs on the data folder of the tests.');
  const connection = { ...running.admin, database: 'keyhold' };
  const admin = new pg.Client(connection);
  await admin.connect();
  await openClocks(async (text) => (await admin.query(text)).rows);
  await admin.end();
  process.env.KEYHOLD_URL = server.url;
  process.env.KEYHOLD_ADMIN = JSON.stringify(connection);

  return async () => {
    const code = await server.stop();
    await rm(scratch, { recursive: true, force: true });
    const faults = server.said.filter((line) => line.includes('"msg":"fault"'));
    if (code !== 0 || faults.length > 0)
      throw new Error(`The server ended with code ${code}. Faults it met:\n${faults.join('\n') || 'none'}`);
  };
}
