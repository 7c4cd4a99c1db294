import type { World } from './world.ts';

/**
 * Puts the clock of a world's database to a moment, where it stands still until the next call; null lets it run again. What the register dates
 * and what is overdue follows it; sessions and attempts do not.
 */
export async function putClock(world: World, moment: string | null): Promise<void> {
  const now = moment === null ? 'clock_timestamp()' : `timestamptz '${moment}'`;
  await world.sql(
    `create or replace function clock() returns timestamptz language sql volatile as $$ select ${now} $$`,
  );
}
