import pg from 'pg';
import type { Config } from '../config.ts';
import { textOf } from '../error-log.ts';
import { forgetChanges, type NewChanges, readChanges, wakeServers } from './changes.ts';

/** Poll for changes whose server died before it announced them. */
const POLL_MS = 10_000;
const FORGET_MS = 60_000;
/** At most one notification of the servers in this time, however many writes. */
const WAKE_MS = 40;

type Handlers = { onChanges(found: NewChanges): void; onLost(): void };

/**
 * This process's subscription to changes. `wake` notifies all servers of a write; each reads the new rows and passes them to `onChanges`.
 * `onLost` runs when the connection breaks; missed changes follow after the reconnection. `position` is the last one passed on, null while
 * disconnected.
 */
export function openFeed(config: Config, pool: pg.Pool, log: Log, { onChanges, onLost }: Handlers) {
  let position: string | null = null;
  let last: string | undefined;
  let polling: Promise<void> | null = null;
  let again = false;
  let waking: NodeJS.Timeout | undefined;

  async function readNew(): Promise<void> {
    const client = connection.client;
    if (!client) return;
    const found = await connection.run((current) => readChanges(current, last)).catch(() => null);
    if (!found || connection.client !== client) return;
    last = found.position;
    position = found.position;
    onChanges(found);
  }

  function poll(): void {
    again = polling !== null;
    polling ??= readNew().finally(() => {
      polling = null;
      if (again) poll();
    });
  }

  const connection = openListener(optionsOf(config, pool), 'keyhold_changes', log, {
    onReady: async () => {
      await readNew();
      poll();
    },
    onNotification: poll,
    onLost: () => {
      position = null;
      onLost();
    },
  });

  const rounds = [
    setInterval(poll, POLL_MS),
    setInterval(() => void connection.run(forgetChanges).catch(() => undefined), FORGET_MS),
  ];
  for (const round of rounds) round.unref();

  return {
    /** Resolves once it listens, or the first attempt failed. */
    ready: connection.ready,
    get position(): string | null {
      return position;
    },
    /** Announces a write of this process. */
    wake(): void {
      waking ??= setTimeout(() => {
        waking = undefined;
        void connection.run(wakeServers).catch(() => undefined);
      }, WAKE_MS);
    },
    /** A company's changes since a position; throws when the database is out of reach. */
    since: (from: string | undefined, company: number): Promise<NewChanges> =>
      connection.run((client) => readChanges(client, from, company)),
    async close(): Promise<void> {
      for (const round of rounds) clearInterval(round);
      clearTimeout(waking);
      await connection.close(async () => polling);
    },
  };
}

/** DATABASE_LISTEN_URL if set (beside a pooler), else the pool's connection. */
const optionsOf = ({ listenUrl }: Config, pool: pg.Pool): pg.ClientConfig =>
  listenUrl
    ? {
        connectionString: listenUrl,
        query_timeout: 10_000,
        connectionTimeoutMillis: 5000,
        keepAlive: true,
      }
    : pool.options;

export type Feed = ReturnType<typeof openFeed>;

const WAITS_MS = [200, 1000, 3000, 10_000];

export type Log = { warn(about: object, text: string): void };
/** `onReady` runs on every (re)connection; if it throws, the connection is made anew. */
type Listening = { onReady(): Promise<void>; onNotification(): void; onLost(): void };

/** ONE connection outside the pool that listens to a channel and reconnects. */
function openListener(
  options: pg.ClientConfig,
  channel: string,
  log: Log,
  { onReady, onNotification, onLost }: Listening,
) {
  let client: pg.Client | null = null;
  let failures = 0;
  let stopped = false;
  let reconnecting: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** Runs queries one after the other; a failure makes the connection anew. */
  function run<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const current = client;
    if (!current) return Promise.reject(new Error('The database is not connected'));
    const result = queue.then(() => work(current));
    queue = result.catch(lose(current));
    return result;
  }

  const lose = (lost: pg.Client) => (error?: Error) => {
    if (client !== lost) return;
    client = null;
    lost.removeAllListeners();
    lost.on('error', () => undefined);
    void lost.end().catch(() => undefined);
    if (stopped) return;
    onLost();
    const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)];
    failures += 1;
    log.warn(
      { event: 'live', reason: error && textOf(error), retryMs: wait },
      'the live channel lost the database',
    );
    reconnecting = setTimeout(() => void connect(), wait);
    reconnecting.unref();
  };

  async function connect(): Promise<void> {
    const made = new pg.Client(options);
    client = made;
    const lost = lose(made);
    made.on('error', lost);
    made.on('end', () => lost());
    made.on('notification', onNotification);
    try {
      await made.connect();
      await run((made) => made.query(`listen ${channel}`));
      failures = 0;
      await onReady();
    } catch (error) {
      lost(error as Error);
    }
  }
  const ready = connect();

  return {
    /** Resolves once it listens, or the first attempt failed. */
    ready,
    run,
    /** The current connection, replaced after a loss, null meanwhile. */
    get client(): pg.Client | null {
      return client;
    },
    /** Ends the connection after `settled`. */
    async close(settled: () => Promise<unknown>): Promise<void> {
      stopped = true;
      clearTimeout(reconnecting);
      await ready.catch(() => undefined);
      await settled();
      await queue.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
