import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import { measureEventLoop, type Sources, watch } from './gauges.ts';
import { openKept } from './kept.ts';
import type { Metrics } from './metrics.ts';

type Observed = Pick<Sources, 'lanes' | 'pool' | 'live'> & {
  metrics: Metrics | null;
  config: Config;
  transactions: Transactions;
};

/** Counts every reply and serves /metrics; without METRICS_TOKEN nothing is measured, and the address is 404. */
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

type Scraped = { token: string; registry: Registry; refresh(): Promise<void> };

/**
 * GET /metrics in Prometheus' text format, for the METRICS_TOKEN; without one (null) it is 404. Outside the contract: needs no place in a
 * lane and accepts neither sessions nor API tokens, because the figures cover all companies.
 */
function serveMetrics(app: FastifyInstance, scraped: Scraped | null): void {
  app.get('/metrics', async ({ headers }, reply) => {
    if (!scraped) throw refuse(404, REFUSALS.noSuchCall);
    const { token, registry, refresh } = scraped;
    if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) {
      reply.header('www-authenticate', 'Bearer');
      throw refuse(401, REFUSALS.unauthorized);
    }
    await refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Takes the same time for any input: compares hashes of one length. */
const isSame = (sent: string, wanted: string): boolean => timingSafeEqual(digest(sent), digest(wanted));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
