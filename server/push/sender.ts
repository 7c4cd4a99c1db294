import { APPROVAL_MINUTES } from '../../shared/approval-words.ts';
import type { Config } from '../config.ts';
import { row, run, sql } from '../database/sql.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { bySystem, type PostResult, postEvent } from '../webhook/post.ts';
import { authorizationOf, type PushKey, pushKeyOf } from './key.ts';

/** Poll without a notification, such as a retry that is due. */
const POLL_MS = 30_000;
const LIMIT_MS = 5000;
const AT_ONCE = 8;
/** Seconds between tries; after the last one it is given up. Longer than a try takes, so that no other server sends it meanwhile. */
const WAITS_S = [10, 30, 120];
/** The address is gone, or was made for another key: the device is deleted. */
const DEAD = new Set([401, 403, 404, 410]);

type Job = { id: number; companyId: number; deviceId: number; endpoint: string; tries: number; now: number };
type Log = { error(about: object, text: string): void };

/**
 * Sends the queued notifications, which have no content: a body of no bytes, and headers that name the server. Addresses are judged as those of
 * webhooks are. `poll` is called for new ones, here or of another server. Without SECRETS_KEY nothing is sent.
 */
export function openPushes(transactions: Transactions, config: Config, log: Log) {
  const key = config.secretsKey ? pushKeyOf(config.secretsKey) : null;
  const { privateAddresses, http, resolve = bySystem } = config.webhooks;
  const subject = config.publicUrl?.origin ?? config.linkBase.origin;
  let stopped = false;
  let working: Promise<void> | null = null;
  let again = false;

  async function send(job: Job, signer: PushKey): Promise<PostResult> {
    const headers = {
      ttl: String(APPROVAL_MINUTES * 60),
      urgency: 'high',
      authorization: authorizationOf(signer, job.endpoint, subject, job.now),
    };
    return postEvent(job.endpoint, '', headers, { resolve, privateAddresses, http, limitMs: LIMIT_MS });
  }

  async function one(): Promise<boolean> {
    const job = await transactions.forSystem(takeDue);
    if (!job || !key) return false;
    const { problem, status } = await send(job, key);
    await transactions.forSystem((tx) => record(tx, job, problem === null, status));
    return true;
  }

  async function lane(): Promise<void> {
    while (!stopped && (await one()));
  }

  async function work(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, lane)).catch((error: unknown) =>
      log.error({ err: error }, 'pushes'),
    );
    working = null;
    if (again) poll();
  }

  function poll(): void {
    again = working !== null;
    if (!stopped && key) working ??= work();
  }
  const round = setInterval(poll, POLL_MS);
  round.unref();
  poll();

  return {
    poll,
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(round);
      await working;
    },
  };
}

/** Takes the next due notification and sets its next try in case it fails; removes those that are too old. */
async function takeDue(tx: Tx): Promise<Job | undefined> {
  await run(tx, sql`delete from pushes where good_until < clock_timestamp()`);
  return row(
    tx,
    sql<Job>`update pushes p set tries = tries + 1,
        next_at = clock_timestamp() + make_interval(secs => (${WAITS_S}::int[])[least(tries + 1, ${WAITS_S.length})])
      from push_devices d
      where p.id = (select o.id from pushes o where o.next_at <= clock_timestamp() order by o.next_at, o.id limit 1 for update skip locked)
        and d.company_id = p.company_id and d.id = p.device_id
      returning p.id, p.company_id as "companyId", p.device_id as "deviceId", d.endpoint, p.tries,
        floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
}

async function record(
  tx: Tx,
  { id, companyId, deviceId, endpoint, tries }: Job,
  isSent: boolean,
  status: number | null,
): Promise<void> {
  if (status !== null && DEAD.has(status)) {
    await run(
      tx,
      sql`delete from push_devices where company_id = ${companyId} and id = ${deviceId} and endpoint = ${endpoint}`,
    );
    return;
  }
  // One that was queued again meanwhile stays.
  if (isSent || tries > WAITS_S.length)
    await run(tx, sql`delete from pushes where id = ${id} and tries = ${tries}`);
}
