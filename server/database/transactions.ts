import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Permission, Role } from '../../shared/permissions.ts';
import { isRetryable, Refusal } from '../http/refusal.ts';
import * as schema from './schema.ts';

/** A transaction in which only what the caller may see exists (or, behind the system door, everything). */
export type Tx = NodePgDatabase<typeof schema>;

/** A signed-in person of a company, read afresh on every request. `locations` null = all. */
export type Member = {
  userId: number;
  companyId: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  permissions: Permission[];
  locations: number[] | null;
};

/**
 * The only two ways to the data. `company` runs as keyhold_app with the member's company and locations set for this transaction
 * alone; `read` is the same, read-only. `system` runs as keyhold_owner, for the few look-ups before a company is known.
 * Each retries what PostgreSQL asks to be retried, so `run` must have no effect outside its transaction.
 */
export type Doors = {
  company<T>(me: Member, run: (tx: Tx) => Promise<T>): Promise<T>;
  read<T>(me: Member, run: (tx: Tx) => Promise<T>): Promise<T>;
  system<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
};

const LIMITS =
  "set local timezone = 'UTC'; set local statement_timeout = 2500; set local lock_timeout = 2000; " +
  'set local idle_in_transaction_session_timeout = 5000;';
const SYSTEM = `begin; set local role keyhold_owner; ${LIMITS}`;

const integer = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw new Error('Not an integer');
  return value;
};

/** One simple query, as one round trip. Only integers checked here are inlined. */
function prelude(me: Member, readOnly: boolean): string {
  return (
    `begin${readOnly ? ' read only' : ''}; set local role keyhold_app; ` +
    `set local app.company_id = '${integer(me.companyId)}'; set local app.user_id = '${integer(me.userId)}'; ` +
    `set local app.all_locations = '${me.locations ? 'off' : 'on'}'; ` +
    `set local app.locations = '{${(me.locations ?? []).map(integer).join(',')}}'; ${LIMITS}`
  );
}

const ATTEMPTS = 4;

export function openDoors(pool: pg.Pool): Doors {
  async function once<T>(begin: string, run: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await run(drizzle(client, { schema }));
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

  async function through<T>(begin: string, run: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(begin, run);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  return {
    company: (me, run) => through(prelude(me, false), run),
    read: (me, run) => through(prelude(me, true), run),
    system: (run) => through(SYSTEM, run),
  };
}
