import type { Duplex } from 'node:stream';
import pg from 'pg';

/** The database does not respond, so requests are rejected without waiting for it. */
class Silent extends Error {
  override name = 'Silent';
  constructor() {
    super('timeout exceeded when trying to connect: the database gives no sign of life');
  }
}

/** A wait this long triggers a probe of the database. */
const LONG_MS = 1000;
/** Equal to the pool's connection timeout. */
const PROBE_MS = 1500;
const PAUSE_MS = 200;
/** A probe during which this process was blocked for so long, in ms, says nothing: the answer may lie unread. */
const BLOCKED_MS = 500;

/**
 * Detects a silent database. Without it a request that waited for its place would wait for a dead database a second time, and each idle
 * connection would cost one request as much. A refused or broken connection fails at once and needs no watch.
 */
export class Watch {
  readonly #reach: pg.ClientConfig;
  readonly #idle = new Set<pg.PoolClient>();
  #isSilent = false;
  #probing = false;
  #isOver = false;

  constructor(pool: pg.Pool, reach: pg.ClientConfig) {
    this.#reach = reach;
    pool.on('release', (_error, client) => this.#idle.add(client));
    pool.on('acquire', (client) => this.#idle.delete(client));
    pool.on('remove', (client) => this.#idle.delete(client));
    const end = pool.end.bind(pool) as () => Promise<void>;
    pool.end = (() => {
      this.#isOver = true;
      return end();
    }) as pg.Pool['end'];
    watches.set(pool, this);
  }

  /** Runs database work; throws immediately while the database is silent. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isSilent) throw new Silent();
    const timer = setTimeout(() => void this.#probe(), LONG_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Probes on a separate connection until there is an answer. */
  async #probe(): Promise<void> {
    if (this.#probing) return;
    this.#probing = true;
    while (!this.#isOver && (await this.#isUnresponsive())) {
      this.#isSilent = true;
      this.#dropIdle();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
    this.#isSilent = false;
    this.#probing = false;
  }

  async #isUnresponsive(): Promise<boolean> {
    const still = longestBlock();
    const client = new pg.Client({
      ...this.#reach,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return false;
    } catch (error) {
      // Any answer means it is alive.
      if (error instanceof Error && 'code' in error && error.code) return false;
      return still() < BLOCKED_MS || this.#isOver || this.#isUnresponsive();
    } finally {
      still();
      // Not awaited: a silent server does not answer the close either.
      streamOf(client).destroy();
    }
  }

  #dropIdle(): void {
    for (const client of this.#idle) streamOf(client).destroy(new Silent());
    this.#idle.clear();
  }
}

/** Measures until it is called, and returns, the longest time in ms for which this process ran no timers. */
function longestBlock(): () => number {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    [last, longest] = [now, Math.max(longest, now - last)];
  };
  const timer = setInterval(look, 50).unref();
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

const streamOf = (client: pg.ClientBase): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

const watches = new WeakMap<pg.Pool, Watch>();

/** Runs database work under the pool's watch, if it has one. */
export const watched = <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> =>
  watches.get(pool)?.during(work) ?? work();
