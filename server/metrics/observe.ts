import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { measureEventLoop } from './event-loop.ts';
import { type Sources, watch } from './gauges.ts';
import { openKept } from './kept.ts';
import type { Metrics } from './metrics.ts';
import { serveMetrics } from './scrape.ts';

type Observed = Pick<Sources, 'lanes' | 'pool' | 'live'> & {
  metrics: Metrics | null;
  config: Config;
  transactions: Transactions;
};

/** Counts every reply and serves /metrics; without METRICS_TOKEN nothing is measured, and the address is not there. */
export function observe(app: FastifyInstance, observed: Observed): void {
  const { metrics, config, transactions, lanes, pool, live } = observed;
  if (!metrics) {
    serveMetrics(app, null);
    return;
  }
  const loop = measureEventLoop();
  const kept = openKept(transactions, config.dataDir, config.backups?.folder);
  watch(metrics.registry, {
    lanes,
    pool,
    live,
    delay: loop.read,
    kept: () => kept.last,
  });
  app.addHook('onResponse', async ({ method, routeOptions: { config: route } }, reply) => {
    if (route.call === 'getLive') metrics.streamed(reply.statusCode);
    else metrics.answered(route.call, method, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.addHook('onClose', async () => {
    loop.stop();
    await kept.stop();
  });
  serveMetrics(app, { token: config.metricsToken ?? '', registry: metrics.registry, refresh: kept.refresh });
}
