import type pg from 'pg';
import type { Config } from '../config.ts';
import type { News } from './change.ts';
import { forgetChanges, readChanges, wakeServers } from './changes.ts';
import { keepListening, type Log } from './connection.ts';

/** What was told and never announced, because its server died in between, is found this late. */
const LOOK_MS = 10_000;
const FORGET_MS = 60_000;
/** However many writes, the servers are woken this often. */
const WAKE_MS = 40;

type Handlers = { onNews(news: News): void; onLost(): void };

/**
 * This process's ear at the database. A `wake` tells all servers that something was written, each reads what is new and hands it to
 * `onNews`. When the connection is lost `onLost` is told; what happened meanwhile comes once it is made again. `position` is up to where
 * all was handed on, null while nothing can be said.
 */
export function openFeed(config: Config, pool: pg.Pool, log: Log, { onNews, onLost }: Handlers) {
  let position: string | null = null;
  let last: string | undefined;
  let looking: Promise<void> | null = null;
  let again = false;
  let waking: NodeJS.Timeout | undefined;

  async function readOn(): Promise<void> {
    const asked = connection.client;
    if (!asked) return;
    const news = await connection.ask((now) => readChanges(now, last)).catch(() => null);
    if (!news || connection.client !== asked) return;
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

  const connection = keepListening(optionsOf(config, pool), 'keyhold_changes', log, {
    onReady: async () => {
      await readOn();
      look();
    },
    onNotification: look,
    onLost: () => {
      position = null;
      onLost();
    },
  });

  const rounds = [
    setInterval(look, LOOK_MS),
    setInterval(() => void connection.ask(forgetChanges).catch(() => undefined), FORGET_MS),
  ];
  for (const round of rounds) round.unref();

  return {
    /** Resolves once it listens, or the first attempt has failed. */
    opened: connection.opened,
    get position(): string | null {
      return position;
    },
    /** Something was written here. */
    wake(): void {
      waking ??= setTimeout(() => {
        waking = undefined;
        void connection.ask(wakeServers).catch(() => undefined);
      }, WAKE_MS);
    },
    /** What a company's people were told since a position; throws when the database cannot be asked. */
    since: (from: string | undefined, company: number): Promise<News> =>
      connection.ask((asked) => readChanges(asked, from, company)),
    async close(): Promise<void> {
      for (const round of rounds) clearInterval(round);
      clearTimeout(waking);
      await connection.close(async () => looking);
    },
  };
}

/** Where it listens: beside a pooler if it was told so, else where the pool leads. */
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
