import type pg from 'pg';
import { Refusal } from '../http/refusal.ts';
import type { Caller } from '../identity/caller.ts';
import type { Mark } from '../live/change.ts';
import type { Demand, Heard } from './heard.ts';
import { LIMITS, type Tx, turnOf, txOf } from './opening.ts';
import { ask } from './prepared.ts';
import { planFor } from './prepared-client.ts';
import { isOf, NotThere, STATE, type State, watchPresence } from './replica-presence.ts';
import { watched } from './watch.ts';

/** Where a read that may be answered by the replica was answered, and if not there, why. */
export type ReadFrom = 'replica' | 'changed' | 'behind' | 'failed' | 'away' | 'deaf';

/** Less than the primary gives: whoever waited for a replica that hangs still has the time to be answered by the primary. */
const QUERY_MS = 1500;
/** Each statement takes its own snapshot: those behind the first one see all that was replayed when it looked. */
const OPEN_THERE = `begin isolation level read committed read only; set local role keyhold_app; ${LIMITS}; set local statement_timeout = 1200; set local lock_timeout = 500`;
export const REPLICA_TIMEOUTS = { connectionTimeoutMillis: 500, query_timeout: QUERY_MS };

/** A replica that was behind is not asked for what it did not have for so long. */
const BEHIND_MS = 100;

/** Everything that `call_as` and `call_as_token` set: who calls, as policies and functions read it. */
const SETTINGS = ['company_id', 'user_id', 'token_id', 'session_id', 'all_locations', 'locations'];
const CURRENT = SETTINGS.map((name) => `coalesce(current_setting('app.${name}', true), '') as ${name}`);
const LOOK = `select heard_all($1::pg_snapshot, $2::bigint) as "heardAll", ${CURRENT.join(', ')}`;

/** The state is read before what follows takes its snapshot. */
const BEGIN_AS = `select ${STATE}, ${SETTINGS.map((name, n) => `set_config('app.${name}', $${n + 1}, true)`).join(', ')}`;

type Looked = { heardAll: boolean } & Record<string, string>;

/** What must be so for a read to go on there: who reads, as the primary set it, and what the replica must have. */
export type Ticket = { caller: Caller; settings: string[]; demand: Demand };

type Read<T> = (tx: Tx, caller: Caller) => Promise<T>;

/**
 * Reads that may be answered by a replica (docs/decisions/0054-reads-from-a-replica.md). The caller is read on the primary, in the same
 * transaction as whether anything of their company is new since this process last heard; if so, the primary answers there and then. Else
 * the replica does, as that caller, when it has replayed the log up to that company's last change. Whatever the replica fails with is not
 * seen: the primary is asked.
 */
export function openReplica(
  pool: pg.Pool,
  heard: Heard,
  counted: (from: ReadFrom) => void = () => undefined,
) {
  const presence = watchPresence(pool, heard);
  let behind = { lsn: 0, until: 0 };

  /** The first step, on the primary: a ticket for the replica, or null when the primary has to answer. */
  async function look(tx: Tx, caller: Caller, mark: Mark): Promise<Ticket | null> {
    const [looked] = await ask<Looked>(tx, LOOK, [mark.snapshot, mark.started]);
    const { companyId } = caller.user;
    const demand = looked?.heardAll && companyId !== null ? heard.demandOf(companyId, mark) : null;
    if (!looked || !demand) {
      counted('changed');
      return null;
    }
    if (demand.lsn > behind.lsn && performance.now() < behind.until) {
      counted('behind');
      return null;
    }
    return { caller, settings: SETTINGS.map((name) => looked[name] ?? ''), demand };
  }

  function check(state: State | undefined, demand: Demand): void {
    if (!state || !isOf(state, demand)) throw new NotThere('away');
    if (state.replayed >= demand.lsn) return;
    behind = { lsn: state.replayed, until: performance.now() + BEHIND_MS };
    throw new NotThere('behind');
  }

  return {
    /** The moment from which a read may go to the replica; null while none may. */
    ready(): Mark | null {
      const mark = presence.isAway ? null : heard.mark;
      if (!mark) counted(presence.isAway ? 'away' : 'deaf');
      return mark;
    },
    look,
    /** Answers `read` as the replica has it, null when the primary has to answer. A refusal is an answer. */
    async read<T>(ticket: Ticket, read: Read<T>): Promise<{ answer: T } | null> {
      try {
        const answer = await watched(pool, () => readThere(pool, ticket, read, check));
        counted('replica');
        presence.answered();
        return { answer };
      } catch (error) {
        if (error instanceof Refusal) {
          counted('replica');
          presence.answered();
          throw error;
        }
        counted(error instanceof NotThere ? error.why : 'failed');
        presence.failed(error);
        return null;
      }
    },
    async close(): Promise<void> {
      presence.close();
      await pool.end();
    },
  };
}

export type Replica = ReturnType<typeof openReplica>;

/** The second, on the replica. Its answer counts only where the replica was far enough; what it did is sent along without waiting for that. */
async function readThere<T>(
  pool: pg.Pool,
  { caller, settings, demand }: Ticket,
  read: Read<T>,
  check: (state: State | undefined, demand: Demand) => void,
): Promise<T> {
  const client = await pool.connect();
  const turn = turnOf(client);
  let broken: Error | undefined;
  try {
    const opened = client.query(OPEN_THERE);
    const begun = client.query<State>({ text: BEGIN_AS }, settings);
    planFor(turn.client, caller);
    const [, state, result] = await Promise.allSettled([opened, begun, read(txOf(turn.client), caller)]);
    if (state.status === 'rejected') throw state.reason;
    check(state.value.rows[0], demand);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof NotThere)) broken = error as Error;
    throw error;
  } finally {
    if (!broken) turn.end('rollback').catch(() => undefined);
    client.release(broken);
  }
}
