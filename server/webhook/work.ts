import { row, rows, run, sql } from '../database/sql.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import type { PostResult } from './post.ts';

/** Duration of a server's claim on an address: much longer than a request takes. */
const CLAIM_SECONDS = 30;
/** Delays before retries, in seconds; the last one repeats. */
export const WAITS_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200];
/** Days without a success after which an address is paused. */
const PAUSE_DAYS = 3;
/** 410 Gone: the address is paused immediately. */
const HTTP_GONE = 410;

/** An event to send, claimed by this server. */
export type Job = {
  claim: string;
  companyId: number;
  webhookId: number;
  deliveryId: number;
  purpose: 'event' | 'test' | 'replay';
  url: string;
  secrets: string[];
  /** When it was claimed, by the database's clock, in milliseconds since 1970. */
  takenAt: number;
  event: { id: string; type: string; at: string; data: string };
};

/** Whether an address has something to send: a test or a replay at any time, an event in its turn. */
const DUE = sql`(w.claimed_until is null or w.claimed_until < clock_timestamp()) and (
    exists (select from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id
      and d.status = 'pending' and (d.purpose = 'event') = false)
    or w.is_active and w.paused_at is null and w.next_at <= clock_timestamp()
      and exists (select from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id
        and d.status = 'pending' and (d.purpose = 'event') = true))`;

/** Companies with something to send. */
export const companiesWithWork = (transactions: Transactions): Promise<number[]> =>
  transactions.forSystem(async (tx) => {
    const found = await rows(
      tx,
      sql<{ companyId: number }>`select distinct company_id as "companyId" from webhooks w where ${DUE}`,
    );
    return found.map(({ companyId }) => companyId);
  });

type Claimed = {
  webhookId: number;
  claim: string;
  url: string;
  mayGoOn: boolean;
  secrets: string[];
  takenAt: number;
};

/** Claims one of a company's quick or slow addresses, the one that waited longest. */
const claim = (tx: Tx, companyId: number, isQuick: boolean) =>
  row(
    tx,
    sql<Claimed>`update webhooks set claimed_by = gen_random_uuid(), served_at = clock_timestamp(),
        claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
      where (company_id, id) = (
        select w.company_id, w.id from webhooks w where w.company_id = ${companyId} and w.is_quick = ${isQuick} and ${DUE}
        order by w.served_at nulls first, w.id limit 1 for update skip locked)
      returning id as "webhookId", claimed_by as claim, url,
        is_active and paused_at is null and next_at <= clock_timestamp() as "mayGoOn",
        array_remove(array[secret, case when old_secret_until > clock_timestamp() then old_secret end], null) as secrets,
        floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "takenAt"`,
  );

/** The next event of an address. */
const headOf = (tx: Tx, companyId: number, { webhookId, mayGoOn }: Claimed) =>
  row(
    tx,
    sql<Pick<Job, 'deliveryId' | 'purpose' | 'event'>>`select d.id as "deliveryId", d.purpose,
        e.id as "event.id", e.type as "event.type", e.at as "event.at", e.data::text as "event.data"
      from webhook_deliveries d join webhook_events e on e.company_id = d.company_id and e.id = d.event_id
      where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and d.status = 'pending'
        and ((d.purpose = 'event') = false or ${mayGoOn})
      order by (d.purpose = 'event'), d.id limit 1`,
  );

/** Claims the next event of one of a company's quick or slow addresses; null without one. */
export const takeJob = (
  transactions: Transactions,
  companyId: number,
  isQuick: boolean,
): Promise<Job | null> =>
  transactions.forSystem(async (tx) => {
    const claimed = await claim(tx, companyId, isQuick);
    if (!claimed) return null;
    const head = await headOf(tx, companyId, claimed);
    if (!head) {
      await release(tx, { companyId, ...claimed });
      return null;
    }
    const { mayGoOn: _, ...about } = claimed;
    return { companyId, ...about, ...head };
  });

type Claim = Pick<Job, 'companyId' | 'claim'>;

/** Ends a claim; with `result`, what else is set at the address. */
const release = (tx: Tx, { companyId, claim }: Claim, result = sql``) =>
  run(
    tx,
    sql`update webhooks set claimed_by = null, claimed_until = null ${result}
      where company_id = ${companyId} and claimed_by = ${claim}`,
  );

/** The address answers again. */
const ARRIVED = sql`, tries = 0, failing_since = null, next_at = clock_timestamp()`;

/** Releases an address that timed out in the quick lane; its event stays due, in the slow one. */
export const setAside = (transactions: Transactions, job: Job): Promise<unknown> =>
  transactions.forSystem((tx) => release(tx, job, sql`, is_quick = false`));

/** Locks an address that this server has claimed, before its delivery: the same order as skipping an event. */
const lockClaimed = (tx: Tx, { companyId, claim }: Claim, isQuick: boolean) =>
  row(
    tx,
    sql<{ url: string }>`update webhooks set is_quick = ${isQuick}
      where company_id = ${companyId} and claimed_by = ${claim} returning url`,
  );

/** An event skipped while it was sent stays skipped unless it arrived; an arrived one stays so after a failed replay. */
function note(
  tx: Tx,
  { companyId, deliveryId, purpose }: Job,
  { problem, status: code, response }: PostResult,
) {
  const arrived = problem === null;
  const status = arrived ? 'delivered' : purpose === 'event' ? 'pending' : 'failed';
  return row(
    tx,
    sql<{
      status: string;
    }>`update webhook_deliveries set tries = tries + 1, last_at = clock_timestamp(), problem = ${problem},
        response_status = ${code}, response = ${response},
        status = case when status = 'left_out' and not ${arrived} then status else ${status} end
      where company_id = ${companyId} and id = ${deliveryId} and (status <> 'delivered' or ${arrived}) returning status`,
  );
}

/** Releases an address after a failure, to be tried again later or paused. */
const putOff = (tx: Tx, { companyId, claim }: Claim, gone: boolean) =>
  row(
    tx,
    sql<{ paused: boolean }>`update webhooks set claimed_by = null, claimed_until = null, tries = tries + 1,
        failing_since = coalesce(failing_since, clock_timestamp()),
        next_at = clock_timestamp() + make_interval(secs => (${WAITS_S}::int[])[least(tries + 1, ${WAITS_S.length})]),
        paused_at = case when ${gone} or failing_since < clock_timestamp() - make_interval(days => ${PAUSE_DAYS})
          then clock_timestamp() end
      where company_id = ${companyId} and claimed_by = ${claim} returning paused_at is not null as paused`,
  );

/** Mails that an address was paused to the user who added it, else to the first administrator. */
const mailPaused = (tx: Tx, { companyId, webhookId, url }: Job, gone: boolean) =>
  run(
    tx,
    sql`insert into letters (kind, email, user_id, invited_by, lane, good_until)
      select ${gone ? 'webhook_gone' : 'webhook_paused'}, u.email, u.id, ${new URL(url).host}, u.company_id,
        clock_timestamp() + interval '1 day' from users u
      where u.company_id = ${companyId} and u.is_active and u.id = coalesce(
        (select m.id from webhooks w join users m on m.company_id = w.company_id and m.id = w.created_by and m.is_active
          where w.company_id = ${companyId} and w.id = ${webhookId}),
        (select min(s.id) from users s where s.company_id = ${companyId} and s.is_active and s.role = 'super_admin'))`,
  );

/**
 * Records the result of a job and releases its address, unless another server has claimed it since. Returns whether the address was paused.
 */
export const recordDelivery = (
  transactions: Transactions,
  job: Job,
  outcome: PostResult & { isQuick?: boolean },
): Promise<{ paused: boolean }> =>
  transactions.forSystem(async (tx) => {
    const arrived = outcome.problem === null;
    const held = await lockClaimed(tx, job, outcome.isQuick ?? false);
    if (!held && !arrived) return { paused: false };
    const noted = await note(tx, job, outcome);
    await run(
      tx,
      sql`insert into changes (company_id, topic, locations) values (${job.companyId}, 'webhooks', '{}')`,
    );
    const isEvent = job.purpose === 'event';
    // The response of an address that was changed meanwhile does not count against the new one.
    const counts = noted?.status === 'pending' && held?.url === job.url;
    if (arrived || !isEvent || !counts) {
      await release(tx, job, arrived && isEvent ? ARRIVED : sql``);
      return { paused: false };
    }
    const gone = outcome.status === HTTP_GONE;
    const put = await putOff(tx, job, gone);
    if (!put?.paused) return { paused: false };
    await mailPaused(tx, job, gone);
    return { paused: true };
  });

/** Adds events for sets that became overdue; returns their number. */
export const findOverdue = (transactions: Transactions, most: number): Promise<number> =>
  transactions.forSystem(async (tx) => {
    const found = await row(tx, sql<{ n: number }>`select store_overdue_events(${most}) as n`);
    return found?.n ?? 0;
  });
