import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { REFUSALS } from '../../shared/messages.ts';
import { isRetryable, Refusal, refuse } from '../http/refusal.ts';
import { type Caller, type CallerRow, callAs, callerOf } from '../identity/caller.ts';

export type { Member } from '../identity/caller.ts';

/** A transaction in which only what the caller may see exists (or, in a system transaction, everything). */
export type Tx = NodePgDatabase;

/**
 * The features' only ways to the data. `forCompany` runs as keyhold_app for the person of a session: its first round trip reads them
 * afresh, so that nobody acts with rights that were taken from them while their request was under way, and sets their company and
 * locations for this transaction alone. Throws 401 when the session has ended. `forCompanyReadOnly` is the same, read-only. `forSystem`
 * runs as keyhold_owner, where no company is known yet. Each retries what PostgreSQL asks to be retried, so `run` must have no effect
 * outside its transaction.
 */
export type Transactions = {
  forCompany<T>(sid: string, run: (tx: Tx, caller: Caller) => Promise<T>): Promise<T>;
  forCompanyReadOnly<T>(sid: string, run: (tx: Tx, caller: Caller) => Promise<T>): Promise<T>;
  forSystem<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One statement of system transactions, for a library that brings its own SQL to count with. A crash may lose the last moments of what it
   * writes: no reply waits for the disk.
   */
  count(query: { text: string; values: unknown[] }): Promise<pg.QueryResult>;
};

const LIMITS =
  "set local timezone = 'UTC'; set local statement_timeout = 2500; set local lock_timeout = 2000; " +
  'set local idle_in_transaction_session_timeout = 5000;';
const SYSTEM = `begin; set local role keyhold_owner; ${LIMITS}`;
const COUNTING = `${SYSTEM} set local synchronous_commit = off`;

/** One simple query of several statements, as one round trip. */
const opening = (sid: string, readOnly: boolean): string =>
  `begin${readOnly ? ' read only' : ''}; set local role keyhold_app; ${LIMITS} ${callAs(sid)}`;

/** For a query of several statements the driver returns the results of all of them. */
function callerIn(results: unknown, sid: string): Caller {
  const [row] = (results as pg.QueryResult<CallerRow>[]).at(-1)?.rows ?? [];
  if (!row) throw refuse(401, REFUSALS.unauthorized);
  return callerOf(row, sid);
}

const ATTEMPTS = 4;

type Work<T> = (client: pg.PoolClient, opened: unknown) => Promise<T>;

export function openTransactions(pool: pg.Pool): Transactions {
  async function once<T>(begin: string, work: Work<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const opened = await client.query(begin);
      const result = await work(client, opened);
      await client.query('commit');
      return result;
    } catch (error) {
      const keep = error instanceof Refusal && error.keep;
      await client.query(keep ? 'commit' : 'rollback').catch((failure: Error) => {
        broken = failure;
      });
      if (keep && broken) throw broken;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function through<T>(begin: string, work: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(begin, work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  const as = <T>(sid: string, readOnly: boolean, run: (tx: Tx, caller: Caller) => Promise<T>) =>
    through(opening(sid, readOnly), async (client, opened) => {
      const caller = callerIn(opened, sid);
      return run(drizzle(client), caller);
    });

  return {
    forCompany: (sid, run) => as(sid, false, run),
    forCompanyReadOnly: (sid, run) => as(sid, true, run),
    forSystem: (run) => through(SYSTEM, (client) => run(drizzle(client))),
    count: ({ text, values }) => through(COUNTING, (client) => client.query(text, values)),
  };
}
