import type { Duplex } from 'node:stream';
import pg from 'pg';

/** The database gives no sign of life, so nobody waits for it. */
export class Silent extends Error {
  override name = 'Silent';
  constructor() {
    super('timeout exceeded when trying to connect: the database gives no sign of life');
  }
}

/** Whoever has waited this long makes the database be asked whether it is there. */
const LONG_MS = 1000;
/** As long as the pool waits for a new connection. */
const PROBE_MS = 1500;
const PAUSE_MS = 200;

/**
 * Whether the database of a pool answers. A request that had to wait for its place would otherwise wait for a dead database a second time,
 * and each connection that lay idle when the database went would cost somebody as much. A refused or broken connection says so at once:
 * only silence needs watching.
 */
export class Watch {
  readonly #reach: pg.ClientConfig;
  readonly #idle = new Set<pg.PoolClient>();
  #isSilent = false;
  #asking = false;
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

  /** Runs what waits for the database; throws at once while that is silent. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isSilent) throw new Silent();
    const timer = setTimeout(() => void this.#ask(), LONG_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks on a connection of its own, again and again until there is an answer. */
  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (!this.#isOver && (await this.#hearsNothing())) {
      this.#isSilent = true;
      this.#dropIdle();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
    this.#isSilent = false;
    this.#asking = false;
  }

  async #hearsNothing(): Promise<boolean> {
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
      // Whatever it said, it said something.
      return !(error instanceof Error && 'code' in error && error.code);
    } finally {
      // Not waited for: what is silent does not say good-bye either.
      streamOf(client).destroy();
    }
  }

  #dropIdle(): void {
    for (const client of this.#idle) streamOf(client).destroy(new Silent());
    this.#idle.clear();
  }
}

const streamOf = (client: pg.ClientBase): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

const watches = new WeakMap<pg.Pool, Watch>();

/** Runs what waits for the database of a pool, under its watch where it has one. */
export const watched = <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> =>
  watches.get(pool)?.during(work) ?? work();
