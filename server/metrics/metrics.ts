import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import { REFUSALS } from '../../shared/messages.ts';
import type { SignInOutcome } from '../activity/security-log.ts';
import type { Config } from '../config.ts';
import type { Retry, Transactions } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import { measureEventLoop, type Sources, watch } from './gauges.ts';
import { openReadings } from './readings.ts';

/** In seconds: most reads take 5 ms, a password half a second under load; callers give up after about 5 s. */
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5];
const WAIT_BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 4, 30];

const LANES = ['calls', 'uploads', 'photos', 'files', 'parts'] as const;
const WORKERS = ['backup', 'housekeeping', 'reminders'] as const;
export type Worker = (typeof WORKERS)[number];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

type Counted = Record<'refusals' | 'turnedAway' | 'signIns' | 'retries', Counter>;

/** A series that begins at 1 shows no increase, so the series that alarms watch begin at 0. */
function beginAtZero({ refusals, turnedAway, signIns, retries }: Counted): void {
  for (const status of [400, 401, 403, 404, 409, 429, 500, 503]) refusals.inc({ status }, 0);
  for (const lane of LANES) turnedAway.inc({ lane }, 0);
  for (const outcome of ['done', 'refused', 'locked', 'failed'])
    for (const way of ['password', 'sign-on']) signIns.inc({ way, outcome }, 0);
  for (const why of ['asked by PostgreSQL', 'caller changed']) retries.inc({ why }, 0);
}

function runsOf(registry: Registry): Counter<'worker' | 'outcome'> {
  const runs = new Counter({
    name: 'keyhold_worker_runs_total',
    help: 'Runs of backup, housekeeping and reminders in this process, by worker and outcome (done, failed).',
    labelNames: ['worker', 'outcome'] as const,
    registers: [registry],
  });
  for (const worker of WORKERS) for (const outcome of ['done', 'failed']) runs.inc({ worker, outcome }, 0);
  return runs;
}

/**
 * Counters of this server for Prometheus; gauges are read at each scrape (`watch`). Label values come from fixed sets: never ids, company
 * names or request data.
 */
export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'keyhold_request_duration_seconds',
    help: 'From the head of a request to the end of its reply, by call of the contract; other: pages, files of the browser, health, metrics. Without the live channel.',
    labelNames: ['call', 'method', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'keyhold_refusals_total',
    help: 'Replies of 400 and above, by status.',
    labelNames: ['status'],
    registers,
  });
  const waits = new Histogram({
    name: 'keyhold_place_wait_seconds',
    help: 'How long those who got a place waited for it, by lane.',
    labelNames: ['lane'],
    buckets: WAIT_BUCKETS,
    registers,
  });
  const turnedAway = new Counter({
    name: 'keyhold_place_refusals_total',
    help: 'Requests that found no place in time (503), by lane.',
    labelNames: ['lane'],
    registers,
  });
  const signIns = new Counter({
    name: 'keyhold_sign_ins_total',
    help: 'Tries to sign in, by way (password, sign-on) and outcome (done, refused, locked, failed).',
    labelNames: ['way', 'outcome'],
    registers,
  });
  const retries = new Counter({
    name: 'keyhold_transaction_retries_total',
    help: 'Transactions that were done again, by why.',
    labelNames: ['why'],
    registers,
  });
  const runs = runsOf(registry);
  beginAtZero({ refusals, turnedAway, signIns, retries });
  return {
    registry,
    /** Counts a completed reply. */
    answered(call: string | undefined, method: string, status: number, seconds: number): void {
      const labels = {
        call: call ?? 'other',
        method: METHODS.has(method) ? method : 'other',
        status: `${Math.trunc(status / 100)}xx`,
      };
      requests.observe(labels, seconds);
      if (status >= 400) refusals.inc({ status });
    },
    /** Seconds of waiting for a place in a lane; null: none was free in time. */
    waited(lane: string, seconds: number | null): void {
      if (seconds === null) turnedAway.inc({ lane });
      else waits.observe({ lane }, seconds);
    },
    signedIn: (way: 'password' | 'sign-on', outcome: SignInOutcome): void => signIns.inc({ way, outcome }),
    /** Counts a worker's run. */
    ran: (worker: Worker, isGood: boolean): void => runs.inc({ worker, outcome: isGood ? 'done' : 'failed' }),
    /** Counts an ended stream, only if it was refused: others last as long as their page is open. */
    streamed(status: number): void {
      if (status >= 400) refusals.inc({ status });
    },
    retried: (why: Retry): void => retries.inc({ why }),
  };
}

export type Metrics = ReturnType<typeof openMetrics>;

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
  const readings = openReadings(transactions, config.dataDir, config.backups?.folder);
  watch(metrics.registry, {
    lanes,
    pool,
    live,
    delay: loop.read,
    readings: () => readings.last,
  });
  app.addHook('onResponse', async ({ method, routeOptions: { config: route } }, reply) => {
    if (route.call === 'getLive') metrics.streamed(reply.statusCode);
    else metrics.answered(route.call, method, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.addHook('onClose', async () => {
    loop.stop();
    await readings.stop();
  });
  serveMetrics(app, {
    token: config.metricsToken ?? '',
    registry: metrics.registry,
    refresh: readings.refresh,
  });
}

type Scraped = { token: string; registry: Registry; refresh(): Promise<void> };

/**
 * GET /metrics in Prometheus' text format, for the METRICS_TOKEN; without one (null) it is 404. Outside the contract: needs no place in a
 * lane and accepts neither sessions nor API tokens, because the figures cover all companies.
 */
function serveMetrics(app: FastifyInstance, scraped: Scraped | null): void {
  app.get('/metrics', async ({ headers }, reply) => {
    if (!scraped) throw refuse(404, REFUSALS.noSuchCall, { code: 'no_such_call' });
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
