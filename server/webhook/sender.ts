import { WEBHOOKS_MAX } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { bodyOf, nameOfEvent, signedHeaders } from './event.ts';
import { bySystem, type Manner, type PostResult, postEvent, TIMED_OUT } from './post.ts';
import { companiesWithWork, findOverdue, type Job, recordDelivery, setAside, takeJob } from './work.ts';

/** Poll for work without a notification, such as a retry that is due. */
const POLL_MS = 5000;
const OVERDUE_MS = 60_000;
const OVERDUE_AT_ONCE = 200;

/**
 * Two lanes (decision 0040): quick for addresses whose last request ended in time, slow for all others and new ones. So a slow or dead
 * address takes no place from one that answers. Each lane has a place for every webhook of `companies` companies, so no webhook waits for
 * another of its company.
 */
const LANES = {
  quick: { limitMs: 1000, companies: 4 },
  slow: { limitMs: 5000, companies: 12 },
} as const;
type Lane = keyof typeof LANES;

const FAULT: PostResult = { problem: 'Keyhold could not write this event', status: null, response: null };

type Log = { warn(about: object, text: string): void; error(about: object, text: string): void };

/**
 * Sends events to the companies' addresses. `startWork` runs for companies with new events (null: any). Servers share the work: an address is
 * claimed by one at a time, which sends its first event, records the result and releases it, so events arrive in order and companies take
 * turns. `wake` announces a write.
 */
export function openWebhooks(transactions: Transactions, config: Config, log: Log, wake: () => void) {
  const deliver = makeDeliver(transactions, config, log);
  const turnsOf = (lane: Lane) =>
    openCompanyTurns(
      LANES[lane].companies,
      (companyId) => send(companyId, lane),
      (error) => log.error({ err: error }, 'webhooks'),
    );
  const turns = { quick: turnsOf('quick'), slow: turnsOf('slow') };
  const add = (companies: readonly number[]) => {
    turns.quick.add(companies);
    turns.slow.add(companies);
  };
  let stopped = false;

  async function send(companyId: number, lane: Lane): Promise<void> {
    const job = await takeJob(transactions, companyId, lane === 'quick');
    if (!job) return;
    // Another address of this company; the rest waits behind the other companies.
    turns[lane].add([companyId]);
    const { paused, outcome } = await deliver(job, lane);
    wake();
    const about = { event: 'webhook', companyId, webhookId: job.webhookId };
    if (paused) log.warn({ ...about, problem: outcome.problem }, 'a webhook was paused');
    add([companyId]);
  }

  const startWork = (companies: readonly number[] | null): void =>
    companies === null ? pollAll() : add(companies);

  /** Finds companies with due work. */
  function pollAll(): void {
    if (!stopped) track(companiesWithWork(transactions).then(startWork));
  }

  function pollOverdue(): void {
    if (!stopped) track(findOverdue(transactions, OVERDUE_AT_ONCE).then((found) => found > 0 && wake()));
  }

  /** Waits at shutdown for work in progress. */
  function track(work: Promise<unknown>): void {
    const tracked: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, 'webhooks'))
      .finally(() => inProgress.delete(tracked));
    inProgress.add(tracked);
  }
  const inProgress = new Set<Promise<void>>();

  const rounds = [setInterval(pollAll, POLL_MS), setInterval(pollOverdue, OVERDUE_MS)];
  for (const round of rounds) round.unref();
  pollAll();
  pollOverdue();

  return {
    startWork,
    /** Polls immediately. */
    async round(): Promise<void> {
      pollOverdue();
      pollAll();
      await Promise.all(inProgress);
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const round of rounds) clearInterval(round);
      await Promise.all([turns.quick.stop(), turns.slow.stop(), ...inProgress]);
    },
  };
}

/** Sends one event of a lane and records the result. Returns it, and whether the address was paused. */
function makeDeliver(transactions: Transactions, config: Config, log: Log) {
  const { privateAddresses, http, resolve = bySystem } = config.webhooks;
  const manner: Omit<Manner, 'limitMs'> = { resolve, privateAddresses, http };

  async function deliver(job: Job, lane: Lane) {
    const body = textOf(job);
    // An event that can't be written is an internal error and must not block the next.
    if (body === null)
      return {
        ...(await recordDelivery(transactions, { ...job, purpose: 'replay' }, FAULT)),
        outcome: FAULT,
      };
    const headers = signedHeaders(nameOfEvent(job.event.id), body, job.secrets, job.takenAt);
    const begun = performance.now();
    const outcome = await postEvent(job.url, body, headers, { ...manner, limitMs: LANES[lane].limitMs });
    const isQuick = performance.now() - begun < LANES.quick.limitMs && outcome.problem !== TIMED_OUT;
    // Before it counts as a failure, it is retried with the longer timeout of the slow lane.
    if (lane === 'quick' && outcome.problem === TIMED_OUT) {
      await setAside(transactions, job);
      return { paused: false, outcome };
    }
    return { ...(await recordDelivery(transactions, job, { ...outcome, isQuick })), outcome };
  }

  function textOf({ event }: Job): string | null {
    try {
      return bodyOf(event);
    } catch (error) {
      log.error({ err: error, type: event.type }, 'an event could not be written');
      return null;
    }
  }

  return deliver;
}

export type Webhooks = ReturnType<typeof openWebhooks>;

/**
 * Runs `work` once for each added company, in turns; `failed` receives errors. Up to `WEBHOOKS_MAX` calls of one company run at once, and
 * `companies` times as many of all.
 */
function openCompanyTurns(
  companies: number,
  work: (companyId: number) => Promise<void>,
  failed: (error: unknown) => void,
) {
  /** Companies in order of their turns, with their work in progress. */
  const waiting = new Set<number>();
  const busy = new Map<number, number>();
  const working = new Set<Promise<void>>();
  let stopped = false;

  function start(): void {
    for (const companyId of waiting) {
      if (stopped || working.size >= companies * WEBHOOKS_MAX) return;
      const own = busy.get(companyId) ?? 0;
      if (own >= WEBHOOKS_MAX) continue;
      waiting.delete(companyId);
      busy.set(companyId, own + 1);
      const one: Promise<void> = work(companyId)
        .catch(failed)
        .finally(() => {
          working.delete(one);
          const left = (busy.get(companyId) ?? 1) - 1;
          if (left > 0) busy.set(companyId, left);
          else busy.delete(companyId);
          start();
        });
      working.add(one);
    }
  }

  return {
    add(companies: readonly number[]): void {
      for (const companyId of companies) waiting.add(companyId);
      start();
    },
    /** Starts nothing more and waits for work in progress. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(working);
    },
  };
}
