import pg from 'pg';
import { expect } from 'vitest';
import type { World } from './world.ts';

/** A transaction of the database's superuser beside the server's, open until `commit`. */
export async function transaction(world: World) {
  const client = new pg.Client(world.admin);
  await client.connect();
  await client.query('begin');
  return {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    async commit() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Resolves once `count` statements wait for a lock. */
export const waiting = (world: World, count: number): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await world.sql(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length,
      { timeout: 10_000 },
    )
    .toBe(count);
