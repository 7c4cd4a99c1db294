import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { REFUSALS } from '../../shared/messages.ts';
import { refuse } from '../http/refusal.ts';

type Scraped = { token: string; registry: Registry; refresh(): Promise<void> };

/**
 * GET /metrics in Prometheus' text form, for whoever has METRICS_TOKEN; without one (null) there is no such address. It stands beside the
 * contract, takes no place among the calls, and knows neither sessions nor API tokens: the figures are of all companies together.
 */
export function serveMetrics(app: FastifyInstance, scraped: Scraped | null): void {
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

/** Takes as long whatever was sent: what is compared are hashes, which have one length. */
const isSame = (sent: string, wanted: string): boolean => timingSafeEqual(digest(sent), digest(wanted));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
