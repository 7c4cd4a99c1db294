import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { REFUSALS } from '../../shared/messages.ts';
import { isRetryable, Refusal, refuse } from '../http/refusal.ts';
import { CALL_AS, type Caller, type CallerRow, callerOf } from '../identity/caller.ts';

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
   * One statement of a system transaction, for what is counted and looked up on the way. A crash may lose the last moments of what it
   * writes: no reply waits for the disk.
   */
  statement<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<R>>;
};

const LIMITS =
  "set local timezone = 'UTC'; set local statement_timeout = 2500; set local lock_timeout = 2000; " +
  'set local idle_in_transaction_session_timeout = 5000';
const OPEN = `begin; set local role keyhold_app; ${LIMITS}`;
const OPEN_READ_ONLY = `begin read only; set local role keyhold_app; ${LIMITS}`;
const SYSTEM = `begin; set local role keyhold_owner; ${LIMITS}`;
const PASSING = `${SYSTEM}; set local synchronous_commit = off`;

const ATTEMPTS = 4;

/** What is done in a transaction. Its opening is on its way: the first statement may follow at once, a second only when `opened`. */
type Work<T> = (client: pg.PoolClient, opened: Promise<unknown>) => Promise<T>;

export function openTransactions(pool: pg.Pool): Transactions {
  async function once<T>(opening: string, work: Work<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const result = await work(client, client.query(opening));
      const ended = client.query('commit');
      // Nobody waits for the end of what changed nothing; the next transaction of the connection comes behind it.
      if (opening === OPEN_READ_ONLY) ended.catch(() => undefined);
      else await ended;
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

  async function through<T>(opening: string, work: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(opening, work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  const as = <T>(opening: string, sid: string, run: (tx: Tx, caller: Caller) => Promise<T>) =>
    through(opening, async (client, opened) => {
      const [{ rows }] = await Promise.all([client.query<CallerRow>({ text: CALL_AS }, [sid]), opened]);
      if (!rows[0]) throw refuse(401, REFUSALS.unauthorized);
      return run(txOf(client), callerOf(rows[0], sid));
    });

  return {
    forCompany: (sid, run) => as(OPEN, sid, run),
    forCompanyReadOnly: (sid, run) => as(OPEN_READ_ONLY, sid, run),
    forSystem: (run) => through(SYSTEM, (client, opened) => opened.then(() => run(txOf(client)))),
    statement: (text, values) =>
      through(PASSING, async (client, opened) => {
        const [result] = await Promise.all([client.query({ text }, values), opened]);
        return result;
      }),
  };
}

/** What builds the statements of a connection, made once: every transaction on it shares what was prepared. */
const builders = new WeakMap<pg.PoolClient, Tx>();

function txOf(client: pg.PoolClient): Tx {
  const known = builders.get(client) ?? drizzle(client);
  builders.set(client, known);
  return known;
}
