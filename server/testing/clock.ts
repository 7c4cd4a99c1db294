import type { World } from './world.ts';

/**
 * Stops the clock of a world's database at a moment until the next call; null restarts it. Entries' times and overdue sets follow it;
 * sessions and attempts do not.
 */
export async function putClock(world: World, moment: string | null): Promise<void> {
  const now = moment === null ? 'clock_timestamp()' : `timestamptz '${moment}'`;
  await world.sql(
    `create or replace function clock() returns timestamptz language sql volatile as $$ select ${now} $$`,
  );
}
