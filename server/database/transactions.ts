import pg from 'pg';
import { busy, isOfStandby, isRetryable, noCaller, Refusal } from '../refusal.ts';
import { type Caller, callAs, callerOf, isSameCaller, isSidOfKiosk } from './caller.ts';
import { OWNER, SYSTEM } from './roles.ts';
import { row, type Tx } from './sql.ts';
import { watched } from './watch.ts';

export type { Member } from './caller.ts';
export type { Tx } from './sql.ts';

/** Limit of a statement and of a lock wait. */
const STATEMENT_MS = 2500;
const LOCK_MS = 2000;

/** Also: data is nearly always in memory, where index reads cost no more than sequential ones. */
const LIMITS =
  `set local timezone = 'UTC'; set local random_page_cost = 1.1; set local jit = off; set local statement_timeout = ${STATEMENT_MS}; set local lock_timeout = ${LOCK_MS}; ` +
  'set local idle_in_transaction_session_timeout = 5000';
/** The statements that begin a transaction. */
type Opening = { kind: 'write' | 'read' | 'system'; text: string };
const WRITE: Opening = { kind: 'write', text: `begin; set local role keyhold_app; ${LIMITS}` };
const READ: Opening = { kind: 'read', text: `begin read only; set local role keyhold_app; ${LIMITS}` };
const systemAs = (role: string): Opening => ({
  kind: 'system',
  text: `begin; ${role === OWNER ? 'set local search_path = public; ' : ''}set local role ${role}; ${LIMITS}`,
});
const withoutSync = ({ kind, text }: Opening): Opening => ({
  kind,
  text: `${text}; set local synchronous_commit = off`,
});
/** Last statement of a caller's write: fails, to be retried, when rights of theirs were withdrawn meanwhile. */
const LOCK_CALLER = 'select lock_caller()';

/** Begins a transaction whose statements and lock waits end by `until`. */
function textBy({ text }: Opening, until: number | undefined): string {
  if (until === undefined) return text;
  const left = Math.max(1, Math.round(until - performance.now()));
  return `${text}; set local statement_timeout = ${Math.min(left, STATEMENT_MS)}; set local lock_timeout = ${Math.min(left, LOCK_MS)}`;
}

/** Registers a last statement, sent together with the commit. */
export type Last = (statement: Promise<unknown>) => void;

/** Work in a company's transaction. May run more than once, so it must have no other effects. */
type CompanyWork<T> = (tx: Tx, caller: Caller, last: Last) => Promise<T>;

/** The session's caller from the cache, and a callback with the one that the transaction read (null: the session has ended). */
type CallerCheck = { assumed: Caller | null; onCaller(caller: Caller | null): void };

/** The features' only access to data. Retries serialisation failures and deadlocks. */
export type Transactions = {
  /**
   * Runs as keyhold_app for a session. The first statement reads the caller's current rights and limits the transaction to their company
   * and locations. 401 when the session has ended. With `assumed` the work starts before the caller is read, and is rolled back and
   * repeated when they changed.
   */
  forCompany<T>(sid: string, run: CompanyWork<T>, check?: CallerCheck): Promise<T>;
  /** The same, read-only. */
  forCompanyReadOnly<T>(sid: string, run: CompanyWork<T>, check?: CallerCheck): Promise<T>;
  /** Runs as keyhold_system, before a company is known. */
  forSystem<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement of a system transaction, for counters and lookups. Asynchronous commit: a crash may lose the last moments of writes. */
  statement<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<R>>;
  /** The same with statement, lock and retry limits cut to `ms`, if that is less than the usual limit. */
  within(ms: number): Transactions;
};

const ATTEMPTS = 4;

/** Work on a transaction whose opening was already sent: one statement may follow at once, a second only after `began`. */
type Work<T> = (tx: Tx, began: Promise<unknown>, last: Last) => Promise<T>;

/** The caller's rights changed during the transaction. */
class CallerChanged extends Error {}

/** Why a transaction was retried. */
export type Retry = 'asked by PostgreSQL' | 'caller changed';

type Manner = {
  /** OWNER makes system transactions the owner's, on a connection that may become it. For the start only. */
  role?: typeof SYSTEM | typeof OWNER;
  /** Called for each retry. */
  retried?: ((why: Retry) => void) | undefined;
  /** Deadline of the caller (`performance.now()`). */
  until?: number;
};

const inMs = (ms: number): number => performance.now() + ms;
const isPast = (moment: number | undefined): boolean => moment !== undefined && performance.now() > moment;

/** PostgreSQL's code for statements after a failed one, until the transaction ends. */
const IN_FAILED_TRANSACTION = '25P02';

/** One transaction on a connection. After a failed statement the following ones fail with its error, so that every caller gets the reason. */
class Transaction implements Tx {
  isLarge = false;
  readonly #client: pg.PoolClient;
  #isOver = false;
  #reason: unknown;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  readonly query = ((...statement: unknown[]) =>
    this.#isOver
      ? Promise.reject(new Error('The transaction has ended'))
      : (this.#client.query as (...all: unknown[]) => Promise<unknown>)(...statement).catch(
          (error: unknown) => {
            const follows = error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION;
            if (!follows) this.#reason = error;
            throw this.#reason ?? error;
          },
        )) as pg.ClientBase['query'];

  rollback(): Promise<unknown> {
    this.#isOver = true;
    return this.#client.query('rollback');
  }

  /** Ends a write only while the caller's rights are unchanged. */
  commit({ kind }: Opening): Promise<unknown> {
    const locked = kind === 'write' && this.query(LOCK_CALLER);
    this.#isOver = true;
    return Promise.all([locked, this.#client.query('commit')]);
  }
}

export function openTransactions(pool: pg.Pool, manner: Manner = {}): Transactions {
  const { role = SYSTEM, retried, until } = manner;
  const system = systemAs(role);

  async function inTransaction<T>(opening: Opening, work: Work<T>): Promise<T> {
    const client = await pool.connect();
    const transaction = new Transaction(client);
    let broken: Error | undefined;
    try {
      const ending: Promise<unknown>[] = [];
      const result = await work(transaction, client.query(textBy(opening, until)), (statement) =>
        ending.push(statement),
      );
      ending.push(transaction.commit(opening));
      const ended = Promise.all(ending);
      // A read-only transaction need not wait for its end; the connection's next one follows it.
      if (opening.kind === 'read') ended.catch(() => undefined);
      else await ended;
      return result;
    } catch (error) {
      const keep = error instanceof Refusal && error.keep;
      await (keep ? transaction.commit(opening) : transaction.rollback()).catch((failure: Error) => {
        broken = failure;
      });
      if (keep && broken) throw broken;
      // The next connection may lead to the primary.
      if (opening.kind !== 'read' && isOfStandby(error)) broken ??= error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function withRetries<T>(opening: Opening, work: (attempt: number) => Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (isPast(until)) throw busy();
      try {
        return await watched(pool, () => inTransaction(opening, work(attempt)));
      } catch (error) {
        const changed = error instanceof CallerChanged;
        if (attempt === ATTEMPTS || !(changed || (isRetryable(error) && !isPast(until)))) throw error;
        retried?.(changed ? 'caller changed' : 'asked by PostgreSQL');
      }
    }
  }

  /** Without an assumption, and on every retry, the caller is read first. */
  const forCaller = <T>(opening: Opening, sid: string, run: CompanyWork<T>, check?: CallerCheck) =>
    withRetries(opening, (attempt) => async (tx, began, last) => {
      const reading = callerIn(tx, began, sid, check);
      const assumed = attempt === 1 && check?.assumed;
      if (!assumed) {
        const caller = await reading;
        tx.isLarge = caller.isLarge;
        return run(tx, caller, last);
      }
      tx.isLarge = assumed.isLarge;
      const [caller, ahead] = await Promise.allSettled([reading, run(tx, assumed, last)]);
      if (caller.status === 'rejected') throw caller.reason;
      if (!isSameCaller(caller.value, assumed)) throw new CallerChanged();
      if (ahead.status === 'rejected') throw ahead.reason;
      return ahead.value;
    });

  const own: Transactions = {
    forCompany: (sid, run, check) => forCaller(WRITE, sid, run, check),
    forCompanyReadOnly: (sid, run, check) => forCaller(READ, sid, run, check),
    forSystem: (run) => withRetries(system, () => (tx, began) => began.then(() => run(tx))),
    statement: (text, values) =>
      withRetries(withoutSync(system), () => async (tx, began) => {
        const [result] = await Promise.all([tx.query({ text }, values), began]);
        return result;
      }),
    within: (ms) => (ms >= STATEMENT_MS ? own : openTransactions(pool, { ...manner, until: inMs(ms) })),
  };
  return own;
}

/** The caller, read by the transaction's first statement. */
async function callerIn(tx: Tx, began: Promise<unknown>, sid: string, check?: CallerCheck): Promise<Caller> {
  const [found] = await Promise.all([row(tx, callAs(sid)), began]);
  const caller = found ? callerOf(found, sid) : null;
  check?.onCaller(caller);
  if (!caller) throw noCaller(isSidOfKiosk(sid));
  return caller;
}
