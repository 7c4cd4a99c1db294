import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** A transaction that sees only the caller's data (a system transaction sees all). */
export type Tx = NodePgDatabase;

/** Limit of a statement and of a lock wait. */
export const STATEMENT_MS = 2500;
const LOCK_MS = 2000;

/** Also: data is nearly always in memory, where index reads cost no more than sequential ones. */
export const LIMITS =
  `set local timezone = 'UTC'; set local random_page_cost = 1.1; set local jit = off; set local statement_timeout = ${STATEMENT_MS}; set local lock_timeout = ${LOCK_MS}; ` +
  'set local idle_in_transaction_session_timeout = 5000';
export const OPEN = `begin; set local role keyhold_app; ${LIMITS}`;
/** Last statement of a caller's write: fails, to be retried, when rights of theirs were withdrawn meanwhile. */
export const HOLD_CALLER = 'select hold_caller()';
export const OPEN_READ_ONLY = `begin read only; set local role keyhold_app; ${LIMITS}`;

/** Opens a transaction whose statements and lock waits end by `until`. */
export function openingBy(opening: string, until: number | undefined): string {
  if (until === undefined) return opening;
  const left = Math.max(1, Math.round(until - performance.now()));
  return `${opening}; set local statement_timeout = ${Math.min(left, STATEMENT_MS)}; set local lock_timeout = ${Math.min(left, LOCK_MS)}`;
}

/** Drizzle on a transaction's connection. */
export const txOf = (client: pg.PoolClient): Tx => drizzle(client);

/**
 * A connection for one transaction. After `end`, further statements are rejected: they would run outside it, or in the connection's next
 * one.
 */
export function transactionOn(client: pg.PoolClient): {
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
