import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { Watch, watched } from './watch.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a database that answered while this process was blocked is not taken for silent', async () => {
  const reach = inject('server').admin;
  const pool = new pg.Pool({ ...reach, max: 1 });
  try {
    new Watch(pool, reach);
    // Work of more than a second makes the watch ask the database; then the process is blocked for longer than it waits for the answer.
    const long = watched(pool, () => pause(1200));
    await pause(990);
    const until = performance.now() + 40;
    while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + 2500;
    while (performance.now() < end);
    for (let n = 0; n < 20; n += 1) {
      expect(await watched(pool, async () => n)).toBe(n);
      await pause(5);
    }
    await long;
  } finally {
    await pool.end();
  }
});
