import { createHash } from 'node:crypto';
import ip from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { REFUSALS } from '../../shared/messages.ts';
import type { Transactions } from '../database/transactions.ts';
import { Refusal } from '../refusal.ts';

/** `points` attempts per `seconds`; `prefix` separates counters. */
export type Limit = { points: number; seconds: number; prefix: string };
export type Counter = RateLimiterPostgres;

/** A counter of this process only, for frequent events that load the server and are no guesses. */
export const countHere = ({ points, seconds }: Omit<Limit, 'prefix'>): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration: seconds });

/** Counters in the database, so that limits hold across restarts and processes. */
export function openCounters({ statement }: Transactions): (limit: Limit) => Counter {
  return ({ points, seconds, prefix }) =>
    new RateLimiterPostgres({
      storeClient: { query: ({ text, values }: Statement) => atOwnTime(statement, text, values) },
      storeType: 'client',
      tableName: 'attempts',
      tableCreated: true,
      // Housekeeping deletes them, by the database's clock.
      clearExpiredByTimeout: false,
      keyPrefix: prefix,
      points,
      duration: seconds,
    });
}

type Statement = { text: string; values: unknown[] };

/**
 * The package computes with this process's clock; the table holds times of the database's. Each time it sends (a parameter after the
 * points) or reads is shifted by the difference, read in the same statement.
 */
async function atOwnTime(statement: Transactions['statement'], text: string, values: unknown[]) {
  const from = text.trimStart().startsWith('INSERT') ? 3 : 2;
  if (values.length < from) return statement(text, values);
  const apart = `(floor(extract(epoch from clock_timestamp()) * 1000)::bigint - $${values.length + 1}::bigint)`;
  const moved = text
    .replace(/\$(\d+)/g, (all, n: string) => (Number(n) >= from ? `($${n}::bigint + ${apart})` : all))
    .replace('RETURNING points, expire', `RETURNING points, expire - ${apart} as expire`)
    .replace('SELECT points, expire', `SELECT points, expire - ${apart} as expire`);
  return statement<{ points: number; expire: string | null }>(moved, [...values, Date.now()]);
}

const LONGEST_KEY = 200;

/** A counter's key: hashed to fit the column, so that long keys with the same beginning differ. */
export function keyOf(...parts: string[]): string {
  const key = parts.join(' ');
  return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('hex');
}

const OWN_BITS = 64;

/** The network of an address: IPv4 itself, or the IPv6 /64, in which one customer has any number of addresses. */
export function networkOf(address: string): string {
  if (!ip.isValid(address)) return address;
  const parsed = ip.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ip.IPv6.networkAddressFromCIDR(`${parsed}/${OWN_BITS}`)}/${OWN_BITS}`;
}

/** The present state of a limit, for the client: `most` in `seconds`, `left` of them for `resetS` seconds. */
export type Quota = { most: number; seconds: number; left: number; resetS: number };

/** Counts an attempt. 429 above the limit. `note` receives the state, also before a 429. */
export async function consume(
  counter: Counter | RateLimiterMemory,
  key: string,
  { seconds, message, note }: { seconds?: number; message?: string; note?: (quota: Quota) => void } = {},
): Promise<void> {
  const quotaOf = ({ remainingPoints: left, msBeforeNext }: RateLimiterRes): Quota => ({
    most: counter.points,
    seconds: counter.duration,
    left,
    resetS: secondsOf(msBeforeNext),
  });
  try {
    const found = await counter.consume(key, 1, seconds ? { customDuration: seconds } : {});
    note?.(quotaOf(found));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    note?.(quotaOf(error));
    throw tooMany(error, message);
  }
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

export const tooMany = (found: RateLimiterRes, message: string = REFUSALS.tooMany) =>
  new Refusal(429, { message, code: 'too_many' }, { retryAfter: secondsOf(found.msBeforeNext) });

const MINUTE = 60;
/** The delay in seconds doubles with every attempt, up to 15 minutes. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 15 * MINUTE;

/** Above a limit each attempt waits for the one before, twice as long every time. Counters are named after `prefix`. */
export function growingDelay(open: (limit: Limit) => Counter, prefix = '') {
  const over = open({ points: 1, seconds: 24 * 60 * MINUTE, prefix: `${prefix}over` });
  const wait = open({ points: 1, seconds: MINUTE, prefix: `${prefix}wait` });

  /** The first attempt above the limit is refused, and parallel ones too. */
  async function startWaiting(key: string): Promise<Refusal> {
    const refused = tooMany(await wait.set(key, 1, FIRST_WAIT));
    await over.set(key, 1, over.duration);
    return refused;
  }

  return {
    /** Lets one attempt pass when its delay is over; 429 for all others. */
    async slowDown(key: string): Promise<void> {
      const before = await over.get(key);
      const seconds = Math.min(FIRST_WAIT * 2 ** (before?.consumedPoints ?? 0), LONGEST_WAIT);
      if (before) await consume(wait, key, { seconds });
      else throw await startWaiting(key);
      await over.penalty(key);
    },
    async forget(key: string): Promise<void> {
      await over.delete(key);
      await wait.delete(key);
    },
  };
}
