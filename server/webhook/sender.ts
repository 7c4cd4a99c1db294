import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { bySystem } from './address.ts';
import { bodyOf, nameOfEvent } from './event.ts';
import { type Manner, type Outcome, postEvent } from './post.ts';
import { signedHeaders } from './sign.ts';
import { openTurns } from './turns.ts';
import { companiesWithWork, findOverdue, type Job, noteOutcome, takeJob } from './work.ts';

/** What nobody told of, as a try that is due again, is found this late. */
const LOOK_MS = 5000;
const OVERDUE_MS = 60_000;
const OVERDUE_AT_ONCE = 200;
const LIMIT_MS = 5000;

const FAULT: Outcome = { problem: 'Keyhold could not write this event', status: null, response: null };

type Log = { warn(about: object, text: string): void; error(about: object, text: string): void };

/**
 * Sends what happened to the addresses of the companies, apart from the calls that did it. `look` says which companies have something to
 * send, by whatever server it was kept; null when any may. Any number of servers share the work: an address belongs to one of them at a
 * time, which sends the first of its events, notes what became of it and lets go; so events arrive in their order, and companies take turns. `wake`
 * says that something was written that others hear of.
 */
export function openWebhooks(transactions: Transactions, config: Config, log: Log, wake: () => void) {
  const { privateAddresses, http, resolve = bySystem } = config.webhooks;
  const manner: Manner = { resolve, privateAddresses, http, limitMs: LIMIT_MS };
  const turns = openTurns(send, (error) => log.error({ err: error }, 'webhooks'));
  let stopped = false;

  async function send(companyId: number): Promise<void> {
    const job = await takeJob(transactions, companyId);
    if (!job) return;
    // Another address of this company, and behind the others the rest of this one.
    turns.add([companyId]);
    const { paused, outcome } = await deliver(job);
    wake();
    const about = { event: 'webhook', companyId, webhookId: job.webhookId };
    if (paused) log.warn({ ...about, problem: outcome.problem }, 'a webhook was paused');
    turns.add([companyId]);
  }

  async function deliver(job: Job) {
    const body = written(job);
    // What cannot be written is a fault of ours, and no reason to hold up what comes behind it.
    if (body === null)
      return { ...(await noteOutcome(transactions, { ...job, purpose: 'replay' }, FAULT)), outcome: FAULT };
    const headers = signedHeaders(nameOfEvent(job.event.id), body, job.secrets, job.takenAt);
    const outcome = await postEvent(job.url, body, headers, manner);
    return { ...(await noteOutcome(transactions, job, outcome)), outcome };
  }

  function written({ event }: Job): string | null {
    try {
      return bodyOf(event);
    } catch (error) {
      log.error({ err: error, type: event.type }, 'an event could not be written');
      return null;
    }
  }

  const look = (companies: readonly number[] | null): void =>
    companies === null ? lookForAll() : turns.add(companies);

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
      await Promise.all([turns.stop(), ...asked]);
    },
  };
}

export type Webhooks = ReturnType<typeof openWebhooks>;
