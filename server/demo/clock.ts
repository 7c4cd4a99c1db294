import { sql } from 'drizzle-orm';
import type { Tx } from '../database/transactions.ts';

/**
 * Runs with the database's clock stopped, for this transaction alone: `clock()` answers what `setClock` says. No other transaction sees
 * what this one replaced, it does not get to its end without putting the clock back, and one that fails leaves nothing
 * (docs/decisions/0020-the-past-of-the-demo.md). `tx` is the owner's: nobody else can replace `clock()`.
 */
export async function withStoppedClock(tx: Tx, run: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ clock: string }>(
    sql`select pg_get_functiondef('public.clock()'::regprocedure) as clock`,
  );
  await tx.execute(sql`create or replace function public.clock() returns timestamptz language sql volatile
    as $$ select current_setting('demo.clock')::timestamptz $$`);
  await run();
  await tx.execute(sql.raw(`set local role keyhold_owner; ${rows[0]?.clock}`));
}

/** SQL that puts the stopped clock to a moment, in milliseconds since 1970. */
export const setClock = (at: number): string => `set local demo.clock = '${new Date(at).toISOString()}'`;
