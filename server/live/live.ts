import type pg from 'pg';
import type { Config } from '../config.ts';
import { openFeed } from './feed.ts';
import { Hub } from './hub.ts';

type Log = { warn(about: object, text: string): void };

/**
 * The live channel of this process (decision 0031): what any server's transactions told, passed on to whoever listens here and may hear
 * it. `wake` says that something was written; by whatever server, `onLetters` is told when a letter was queued, and `onWork` which companies
 * have events to send (null: any may).
 */
export function openLive(
  config: Config,
  pool: pg.Pool,
  log: Log,
  { onLetters, onWork }: { onLetters(): void; onWork(companies: number[] | null): void },
) {
  const hub: Hub = new Hub(() => feed, config.patience.stalledMs);
  const feed = openFeed(config, pool, log, {
    onNews(news) {
      if (news.told === null || news.told.some(({ topic }) => topic === 'letters')) onLetters();
      const work = news.told?.filter(({ topic }) => topic === 'webhookWork');
      if (!work || work.length > 0) onWork(work?.flatMap(({ companyId }) => companyId ?? []) ?? null);
      hub.hear(news);
    },
    onLost: () => hub.endAll(),
  });
  return {
    open: hub.open.bind(hub),
    /** Resolves once the database is heard, or cannot be for now. */
    opened: feed.opened,
    wake: feed.wake,
    /** The id of an event that nobody was sent: what is read from now on is not older. Null while the database is not heard. */
    get position(): string | null {
      return feed.position;
    },
    /** How many listen here. */
    get listeners(): number {
      return hub.size;
    },
    async close(): Promise<void> {
      hub.close();
      await feed.close();
    },
  };
}

export type Live = ReturnType<typeof openLive>;
