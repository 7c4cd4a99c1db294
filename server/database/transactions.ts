import type pg from 'pg';
import { REFUSALS } from '../../shared/messages.ts';
import { busy, isOfStandby, isRetryable, Refusal, refuse } from '../refusal.ts';
import { type Caller, type CallerRow, callAs, callerOf, isSameCaller } from './caller.ts';
import {
  HOLD_CALLER,
  LIMITS,
  OPEN,
  OPEN_READ_ONLY,
  openingBy,
  STATEMENT_MS,
  type Tx,
  turnOf,
  txOf,
} from './opening.ts';
import { planFor } from './prepared-client.ts';
import { OWNER, SYSTEM } from './roles.ts';
import { watched } from './watch.ts';

export type { Member } from './caller.ts';
export type { Tx } from './opening.ts';

/** Takes the last statements of a transaction, which are sent with its end: nobody waits for one before the other. */
export type Last = (statement: Promise<unknown>) => void;

/** Work for a caller in a transaction of their company. It may run more than once, so it has no effect outside its transaction. */
type CompanyWork<T> = (tx: Tx, caller: Caller, last: Last) => Promise<T>;

/** Who called in the session the last time, and what to do once the transaction has heard who calls now: null when it has ended. */
export type Hearing = { assumed: Caller | null; heard(caller: Caller | null): void };

/** The features' only ways to the data. Each retries what PostgreSQL asks to be retried. */
export type Transactions = {
  /**
   * Runs as keyhold_app for the person of a session: its first statement reads them afresh, so that nobody acts with rights that were taken
   * from them while their request was under way, and sets their company and locations for this transaction alone. Throws 401 when the
   * session has ended. Where it may assume who calls, the work begins without waiting to hear it, and is undone and done again when they
   * are no longer the same.
   */
  forCompany<T>(sid: string, run: CompanyWork<T>, hearing?: Hearing): Promise<T>;
  /** The same, read-only. */
  forCompanyReadOnly<T>(sid: string, run: CompanyWork<T>, hearing?: Hearing): Promise<T>;
  /** Runs as keyhold_system, where no company is known yet. */
  forSystem<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One statement of a system transaction, for what is counted and looked up on the way. A crash may lose the last moments of what it
   * writes: no reply waits for the disk.
   */
  statement<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<R>>;
  /** The same with statement, lock and retry limits cut to `ms`; these when `ms` is at least the usual limit. */
  within(ms: number): Transactions;
};

const ATTEMPTS = 4;

/** What is done in a transaction. Its opening is on its way: the first statement may follow at once, a second only when `opened`. */
type Work<T> = (client: pg.PoolClient, opened: Promise<unknown>, last: Last) => Promise<T>;

/** The work was done for a caller who is no longer the same. */
class Outdated extends Error {}

/** Why a transaction was done again. */
export type Retry = 'asked by PostgreSQL' | 'caller changed';

type Manner = {
  /**
   * keyhold_owner on a connection that may become it: system transactions are then the owner's. Only the start has one, for what comes
   * before anybody is served.
   */
  role?: typeof SYSTEM | typeof OWNER;
  /** Is told of each transaction that is done again. */
  retried?: ((why: Retry) => void) | undefined;
  /** By when whoever waits must have an answer (of `performance.now()`). */
  until?: number;
};

const inMs = (ms: number): number => performance.now() + ms;
const isPast = (moment: number | undefined): boolean => moment !== undefined && performance.now() > moment;

/** Ends a transaction; what was written for a caller only while their rights are those that it was written by. */
const commit = (turn: ReturnType<typeof turnOf>, opening: string): Promise<unknown> =>
  Promise.all([opening === OPEN && turn.client.query(HOLD_CALLER), turn.end('commit')]);

export function openTransactions(pool: pg.Pool, manner: Manner = {}): Transactions {
  const { role = SYSTEM, retried, until } = manner;
  const system = `begin; ${role === OWNER ? 'set local search_path = public; ' : ''}set local role ${role}; ${LIMITS}`;

  async function once<T>(opening: string, work: Work<T>): Promise<T> {
    const client = await pool.connect();
    const turn = turnOf(client);
    let broken: Error | undefined;
    try {
      const ending: Promise<unknown>[] = [];
      const result = await work(turn.client, client.query(openingBy(opening, until)), (statement) =>
        ending.push(statement),
      );
      ending.push(commit(turn, opening));
      const ended = Promise.all(ending);
      // Nobody waits for the end of what changed nothing; the next transaction of the connection comes behind it.
      if (opening === OPEN_READ_ONLY) ended.catch(() => undefined);
      else await ended;
      return result;
    } catch (error) {
      const keep = error instanceof Refusal && error.keep;
      await (keep ? commit(turn, opening) : turn.end('rollback')).catch((failure: Error) => {
        broken = failure;
      });
      if (keep && broken) throw broken;
      // The next connection may lead to the primary.
      if (opening !== OPEN_READ_ONLY && isOfStandby(error)) broken ??= error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function through<T>(opening: string, work: (attempt: number) => Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (isPast(until)) throw busy();
      try {
        return await watched(pool, () => once(opening, work(attempt)));
      } catch (error) {
        const outdated = error instanceof Outdated;
        if (attempt === ATTEMPTS || !(outdated || (isRetryable(error) && !isPast(until)))) throw error;
        retried?.(outdated ? 'caller changed' : 'asked by PostgreSQL');
      }
    }
  }

  /** Without an assumption the caller is read first, as in every attempt but the first. */
  const as = <T>(opening: string, sid: string, run: CompanyWork<T>, hearing?: Hearing) =>
    through(opening, (attempt) => async (client, opened, last) => {
      const hears = callerIn(client, opened, sid, hearing);
      const assumed = attempt === 1 && hearing?.assumed;
      if (!assumed) {
        const caller = await hears;
        planFor(client, caller);
        return run(txOf(client), caller, last);
      }
      planFor(client, assumed);
      const [caller, ahead] = await Promise.allSettled([hears, run(txOf(client), assumed, last)]);
      if (caller.status === 'rejected') throw caller.reason;
      if (!isSameCaller(caller.value, assumed)) throw new Outdated();
      if (ahead.status === 'rejected') throw ahead.reason;
      return ahead.value;
    });

  const own: Transactions = {
    forCompany: (sid, run, hearing) => as(OPEN, sid, run, hearing),
    forCompanyReadOnly: (sid, run, hearing) => as(OPEN_READ_ONLY, sid, run, hearing),
    forSystem: (run) => through(system, () => (client, opened) => opened.then(() => run(txOf(client)))),
    statement: (text, values) =>
      through(`${system}; set local synchronous_commit = off`, () => async (client, opened) => {
        const [result] = await Promise.all([client.query({ text }, values), opened]);
        return result;
      }),
    within: (ms) => (ms >= STATEMENT_MS ? own : openTransactions(pool, { ...manner, until: inMs(ms) })),
  };
  return own;
}

/** Who calls, as the first statement of a transaction says. */
async function callerIn(
  client: pg.PoolClient,
  opened: Promise<unknown>,
  sid: string,
  hearing?: Hearing,
): Promise<Caller> {
  const { text, values } = callAs(sid);
  const [{ rows }] = await Promise.all([client.query<CallerRow>({ text }, values), opened]);
  const caller = rows[0] ? callerOf(rows[0], sid) : null;
  hearing?.heard(caller);
  if (!caller) throw refuse(401, REFUSALS.unauthorized);
  return caller;
}
