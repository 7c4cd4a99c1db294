import type pg from 'pg';
import { isRetryable, refusalOf, tookTooLong } from '../http/refusal.ts';
import { SOURCE } from '../live/changes.ts';
import type { Heard } from './heard.ts';
import { watched } from './watch.ts';

/** A replica that failed is asked again, by nobody's request, after so long. */
const PROBE_MS = 1000;
/** One that is there and too slow answers that at once all the same, so it is left alone for longer. */
const SLOW_MS = 30_000;
/** So many reads in a row took too long for it: it is slow, not one of them heavy. */
const SLOW_READS = 3;

/** What a replica says of itself; `replayed` in bytes of the log. */
export const STATE = `pg_is_in_recovery() as "isReplica", (select timeline_id from pg_control_checkpoint()) as timeline, ${SOURCE},
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed`;
export type State = { isReplica: boolean; timeline: number; source: string; replayed: number };

/** Whether that is a replica of this primary, as it is now. */
export const isOf = ({ isReplica, ...is }: State, wanted: Pick<State, 'timeline' | 'source'>): boolean =>
  isReplica && is.timeline === wanted.timeline && is.source === wanted.source;

/** It is not up to the position that was demanded, or no replica of this primary. */
export class NotThere extends Error {
  readonly why: 'behind' | 'away';
  constructor(why: 'behind' | 'away') {
    super(why);
    this.why = why;
  }
}

/** Whether the replica is there. Once it failed, a connection of no request finds out when it is again. */
export function watchPresence(pool: pg.Pool, heard: Heard) {
  let isAway = false;
  let over = false;
  let probing: NodeJS.Timeout | undefined;
  /** Not probed before. */
  let alone = 0;
  let slow = 0;

  function leave(ms: number): void {
    isAway = true;
    slow = 0;
    alone = Math.max(alone, performance.now() + ms);
    if (over) return;
    clearTimeout(probing);
    probing = setTimeout(() => void probe(), alone - performance.now());
    probing.unref();
  }

  async function probe(): Promise<void> {
    const { mark } = heard;
    const since = alone;
    const ask = () => pool.query<State>(`select ${STATE}`);
    const state = mark && (await watched(pool, ask).catch(() => null))?.rows[0];
    if (mark && state && isOf(state, mark) && alone === since) isAway = false;
    else leave(PROBE_MS);
  }

  return {
    get isAway(): boolean {
      return isAway;
    },
    /** A read was answered. */
    answered(): void {
      slow = 0;
    },
    /**
     * A read failed with that. It says nothing of the next one when it came too early, was in the way of what the replica replays, or
     * failed by itself, as it will on the primary.
     */
    failed(error: unknown): void {
      if (tookTooLong(error)) slow += 1;
      if (slow === SLOW_READS) leave(SLOW_MS);
      else if (!isPassing(error)) leave(PROBE_MS);
    },
    close(): void {
      over = true;
      clearTimeout(probing);
    },
  };
}

const isPassing = (error: unknown): boolean => {
  if (error instanceof NotThere) return error.why === 'behind';
  return isRetryable(error) || tookTooLong(error) || refusalOf(error) === null;
};
