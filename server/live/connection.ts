import pg from 'pg';
import { textOf } from '../error-log.ts';

const WAITS_MS = [200, 1000, 3000, 10_000];

export type Log = { warn(about: object, text: string): void };
/** `onReady` runs on every (re)connection; if it throws, the connection is made anew. */
type Handlers = { onReady(): Promise<void>; onNotification(): void; onLost(): void };

/** ONE connection outside the pool that listens to a channel and reconnects. */
export function keepListening(
  options: pg.ClientConfig,
  channel: string,
  log: Log,
  { onReady, onNotification, onLost }: Handlers,
) {
  let client: pg.Client | null = null;
  let failures = 0;
  let stopped = false;
  let reconnecting: NodeJS.Timeout | undefined;
  let line: Promise<unknown> = Promise.resolve();

  /** Runs queries one after the other; a failure makes the connection anew. */
  function ask<T>(work: (asked: pg.Client) => Promise<T>): Promise<T> {
    const asked = client;
    if (!asked) return Promise.reject(new Error('The database cannot be asked'));
    const answered = line.then(() => work(asked));
    line = answered.catch(lose(asked));
    return answered;
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
      await ask((asked) => asked.query(`listen ${channel}`));
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
    ask,
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
      await line.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
