import type pg from 'pg';
import type { Config } from '../config.ts';
import { type Log, openFeed } from './feed.ts';
import { Hub } from './hub.ts';

type Handlers = { onLetters(): void; onPushes(): void; onWork(companies: number[] | null): void };

/**
 * The live channel of this process (decision 0031): sends the changes of every server's transactions to the streams that may see them.
 * `wake` announces a write; `onLetters` runs when mail was queued, `onPushes` when notifications were, `onWork` with the companies that have webhook events (null: any).
 */
export function openLive(config: Config, pool: pg.Pool, log: Log, { onLetters, onPushes, onWork }: Handlers) {
  const hub: Hub = new Hub(() => feed, config.patience.stalledMs);
  const feed = openFeed(config, pool, log, {
    onChanges(found) {
      if (found.changes === null || found.changes.some(({ topic }) => topic === 'letters')) onLetters();
      if (found.changes === null || found.changes.some(({ topic }) => topic === 'pushWork')) onPushes();
      const work = found.changes?.filter(({ topic }) => topic === 'webhookWork');
      if (!work || work.length > 0) onWork(work?.flatMap(({ companyId }) => companyId ?? []) ?? null);
      hub.publish(found);
    },
    onLost: () => hub.endAll(),
  });
  return {
    open: hub.open.bind(hub),
    /** Resolves once the feed listens, or can't for now. */
    ready: feed.ready,
    wake: feed.wake,
    /** An event id from which a new client can resume. Null while the database is out of reach. */
    get position(): string | null {
      return feed.position;
    },
    /** Number of open streams. */
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
