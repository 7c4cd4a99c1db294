import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** A transaction in which only what the caller may see exists (or, in a system transaction, everything). */
export type Tx = NodePgDatabase;

/** The longest that a statement takes, and that a lock is waited for. */
export const STATEMENT_MS = 2500;
const LOCK_MS = 2000;

/** Besides limits: what is read is nearly always in memory, where an index costs no more than a table read from end to end. */
export const LIMITS =
  `set local timezone = 'UTC'; set local random_page_cost = 1.1; set local jit = off; set local statement_timeout = ${STATEMENT_MS}; set local lock_timeout = ${LOCK_MS}; ` +
  'set local idle_in_transaction_session_timeout = 5000';
export const OPEN = `begin; set local role keyhold_app; ${LIMITS}`;
/** The last statement of what a caller writes: fails, to be begun again, when rights of theirs were withdrawn since they were read. */
export const HOLD_CALLER = 'select hold_caller()';
export const OPEN_READ_ONLY = `begin read only; set local role keyhold_app; ${LIMITS}`;

/** The opening of a transaction that must be over by then: no statement and no lock of it is waited for any longer. */
export function openingBy(opening: string, until: number | undefined): string {
  if (until === undefined) return opening;
  const left = Math.max(1, Math.round(until - performance.now()));
  return `${opening}; set local statement_timeout = ${Math.min(left, STATEMENT_MS)}; set local lock_timeout = ${Math.min(left, LOCK_MS)}`;
}

/** What builds the statements of a transaction. */
export const txOf = (client: pg.PoolClient): Tx => drizzle(client);

/**
 * A connection for one transaction. Once its `end` was sent, a statement that a part of its work still sends is refused here: behind the end it
 * would run outside a transaction, or in the next one of the connection.
 */
export function turnOf(client: pg.PoolClient): {
  client: pg.PoolClient;
  end(by: 'commit' | 'rollback'): Promise<unknown>;
} {
  let isOver = false;
  const send = client.query as (...all: unknown[]) => unknown;
  const query = (...all: unknown[]) =>
    isOver ? Promise.reject(new Error('The transaction has ended')) : send.apply(client, all);
  return {
    client: Object.assign(Object.create(client) as pg.PoolClient, { query }),
    end(by) {
      isOver = true;
      return client.query(by);
    },
  };
}
