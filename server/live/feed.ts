import pg from 'pg';
import type { Config } from '../config.ts';
import type { News } from './change.ts';
import { forgetChanges, readChanges, wakeServers } from './changes.ts';

/** What was told and never announced, because its server died in between, is found this late. */
const LOOK_MS = 10_000;
const FORGET_MS = 60_000;
/** However many writes, the servers are woken this often. */
const WAKE_MS = 40;
const WAITS_MS = [200, 1000, 3000, 10_000];

type Log = { warn(about: object, text: string): void };
type Handlers = { onNews(news: News): void; onLost(): void };

/**
 * This process's ear at the database: ONE connection of its own, beside the pool, that listens. A `wake` tells all servers that something was
 * written, each reads what is new and hands it to `onNews`. When the connection is lost `onLost` is told, and it is made again; what
 * happened meanwhile comes then. `position` is up to where all was handed on, null while nothing can be said.
 */
export function openFeed(config: Config, pool: pg.Pool, log: Log, { onNews, onLost }: Handlers) {
  let client: pg.Client | null = null;
  let position: string | null = null;
  let last: string | undefined;
  let stopped = false;
  let failures = 0;
  let looking: Promise<void> | null = null;
  let again = false;
  let waking: NodeJS.Timeout | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let line: Promise<unknown> = Promise.resolve();

  /** Asks the database something, one after the other; what it cannot be asked any more throws, and the connection is made anew. */
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
    position = null;
    lost.removeAllListeners();
    lost.on('error', () => undefined);
    void lost.end().catch(() => undefined);
    if (stopped) return;
    onLost();
    const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? LOOK_MS;
    failures += 1;
    log.warn({ event: 'live', reason: error?.message, retryMs: wait }, 'the live channel lost the database');
    reconnecting = setTimeout(() => void connect(), wait);
    reconnecting.unref();
  };

  async function connect(): Promise<void> {
    const made = new pg.Client(
      config.listenUrl
        ? {
            connectionString: config.listenUrl,
            query_timeout: 10_000,
            connectionTimeoutMillis: 5000,
            keepAlive: true,
          }
        : pool.options,
    );
    client = made;
    const lost = lose(made);
    made.on('error', lost);
    made.on('end', () => lost());
    made.on('notification', () => look());
    try {
      await made.connect();
      await ask((asked) => asked.query('listen keyhold_changes'));
      failures = 0;
      await readOn();
      look();
    } catch (error) {
      lost(error as Error);
    }
  }

  async function readOn(): Promise<void> {
    if (!client) return;
    const asked = client;
    const news = await ask((now) => readChanges(now, last)).catch(() => null);
    if (!news || client !== asked) return;
    last = news.position;
    position = news.position;
    onNews(news);
  }

  function look(): void {
    again = looking !== null;
    looking ??= readOn().finally(() => {
      looking = null;
      if (again) look();
    });
  }

  const rounds = [
    setInterval(look, LOOK_MS),
    setInterval(() => void ask(forgetChanges).catch(() => undefined), FORGET_MS),
  ];
  for (const round of rounds) round.unref();
  const opened = connect();

  return {
    /** Resolves once it listens, or the first attempt has failed. */
    opened,
    get position(): string | null {
      return position;
    },
    /** Something was written here. */
    wake(): void {
      waking ??= setTimeout(() => {
        waking = undefined;
        void ask(wakeServers).catch(() => undefined);
      }, WAKE_MS);
    },
    /** What a company's people were told since a position; throws when the database cannot be asked. */
    since: (from: string | undefined, company: number): Promise<News> =>
      ask((asked) => readChanges(asked, from, company)),
    async close(): Promise<void> {
      stopped = true;
      for (const round of rounds) clearInterval(round);
      clearTimeout(waking);
      clearTimeout(reconnecting);
      await opened.catch(() => undefined);
      await looking;
      await line.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}

export type Feed = ReturnType<typeof openFeed>;
