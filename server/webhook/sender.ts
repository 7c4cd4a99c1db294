import { WEBHOOKS_MAX } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { bySystem } from './address.ts';
import { bodyOf, nameOfEvent } from './event.ts';
import { LATE, type Manner, type Outcome, postEvent } from './post.ts';
import { signedHeaders } from './sign.ts';
import { companiesWithWork, findOverdue, type Job, noteOutcome, setAside, takeJob } from './work.ts';

/** What nobody told of, as a try that is due again, is found this late. */
const LOOK_MS = 5000;
const OVERDUE_MS = 60_000;
const OVERDUE_AT_ONCE = 200;

/**
 * Two lanes (decision 0040): the quick one for addresses whose last exchange ended in time there, the slow one for all others, also those
 * that are new. So an address that is slow or dead takes no place of one that answers. Each lane has a place for every webhook of several
 * companies, so no webhook waits for another of its company.
 */
const LANES = {
  quick: { limitMs: 1000, companies: 4 },
  slow: { limitMs: 5000, companies: 12 },
} as const;
type Lane = keyof typeof LANES;

const FAULT: Outcome = { problem: 'Keyhold could not write this event', status: null, response: null };

type Log = { warn(about: object, text: string): void; error(about: object, text: string): void };

/**
 * Sends what happened to the addresses of the companies, apart from the calls that did it. `look` says which companies have something to
 * send, by whatever server it was kept; null when any may. Any number of servers share the work: an address belongs to one of them at a
 * time, which sends the first of its events, notes what became of it and lets go; so events arrive in their order, and companies take turns. `wake`
 * says that something was written that others hear of.
 */
export function openWebhooks(transactions: Transactions, config: Config, log: Log, wake: () => void) {
  const deliver = delivering(transactions, config, log);
  const turnsOf = (lane: Lane) =>
    openTurns(
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
    // Another address of this company, and behind the others the rest of this one.
    turns[lane].add([companyId]);
    const { paused, outcome } = await deliver(job, lane);
    wake();
    const about = { event: 'webhook', companyId, webhookId: job.webhookId };
    if (paused) log.warn({ ...about, problem: outcome.problem }, 'a webhook was paused');
    add([companyId]);
  }

  const look = (companies: readonly number[] | null): void =>
    companies === null ? lookForAll() : add(companies);

  /** Reads of which companies something is due. */
  function lookForAll(): void {
    if (!stopped) keep(companiesWithWork(transactions).then(look));
  }

  function lookForOverdue(): void {
    if (!stopped) keep(findOverdue(transactions, OVERDUE_AT_ONCE).then((found) => found > 0 && wake()));
  }

  /** What is under way when the server stops is waited for. */
  function keep(work: Promise<unknown>): void {
    const kept: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, 'webhooks'))
      .finally(() => asked.delete(kept));
    asked.add(kept);
  }
  const asked = new Set<Promise<void>>();

  const rounds = [setInterval(lookForAll, LOOK_MS), setInterval(lookForOverdue, OVERDUE_MS)];
  for (const round of rounds) round.unref();
  lookForAll();
  lookForOverdue();

  return {
    look,
    /** Looks at once for what a round would find. */
    async round(): Promise<void> {
      lookForOverdue();
      lookForAll();
      await Promise.all(asked);
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const round of rounds) clearInterval(round);
      await Promise.all([turns.quick.stop(), turns.slow.stop(), ...asked]);
    },
  };
}

/** Sends one event in a lane and notes what became of it. Answers whether its address was paused by that. */
function delivering(transactions: Transactions, config: Config, log: Log) {
  const { privateAddresses, http, resolve = bySystem } = config.webhooks;
  const manner: Omit<Manner, 'limitMs'> = { resolve, privateAddresses, http };

  async function deliver(job: Job, lane: Lane) {
    const body = written(job);
    // What cannot be written is a fault of ours, and no reason to hold up what comes behind it.
    if (body === null)
      return { ...(await noteOutcome(transactions, { ...job, purpose: 'replay' }, FAULT)), outcome: FAULT };
    const headers = signedHeaders(nameOfEvent(job.event.id), body, job.secrets, job.takenAt);
    const begun = performance.now();
    const outcome = await postEvent(job.url, body, headers, { ...manner, limitMs: LANES[lane].limitMs });
    const isQuick = performance.now() - begun < LANES.quick.limitMs && outcome.problem !== LATE;
    // It has the longer time of the slow lane before this counts as a failure.
    if (lane === 'quick' && outcome.problem === LATE) {
      await setAside(transactions, job);
      return { paused: false, outcome };
    }
    return { ...(await noteOutcome(transactions, job, { ...outcome, isQuick })), outcome };
  }

  function written({ event }: Job): string | null {
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
 * Works for companies in turns: `work` is called once for each that was added, and `failed` receives what it fails with. Up to
 * `WEBHOOKS_MAX` calls of one company run at once, and `companies` times as many of all.
 */
function openTurns(
  companies: number,
  work: (companyId: number) => Promise<void>,
  failed: (error: unknown) => void,
) {
  /** Companies that may have something to do, in the order of their turns, and how much is done for each now. */
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
    /** Begins nothing more, and waits for what is under way. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(working);
    },
  };
}
