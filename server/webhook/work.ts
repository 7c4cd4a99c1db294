import { ask } from '../database/prepared.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import type { Outcome } from './post.ts';

/** Duration of a server's claim on an address: much longer than a request takes. */
const CLAIM_SECONDS = 30;
/** Delays before retries, in seconds; the last one repeats. */
export const WAITS_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200];
/** Days without a success after which an address is paused. */
const PAUSE_DAYS = 3;
/** 410 Gone: the address is paused immediately. */
const GONE = 410;

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
const DUE = `(w.claimed_until is null or w.claimed_until < clock_timestamp()) and (
    exists (select from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id
      and d.status = 'pending' and (d.purpose = 'event') = false)
    or w.is_active and w.paused_at is null and w.next_at <= clock_timestamp()
      and exists (select from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id
        and d.status = 'pending' and (d.purpose = 'event') = true))`;

const COMPANIES = `select distinct company_id from webhooks w where ${DUE}`;

/** Companies with something to send. */
export const companiesWithWork = (transactions: Transactions): Promise<number[]> =>
  transactions.forSystem(async (tx) =>
    (await ask<{ company_id: number }>(tx, COMPANIES, [])).map((row) => row.company_id),
  );

const CLAIM = `update webhooks set claimed_by = gen_random_uuid(), served_at = clock_timestamp(),
    claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
  where (company_id, id) = (select w.company_id, w.id from webhooks w where w.company_id = $1 and w.is_quick = $2 and ${DUE}
    order by w.served_at nulls first, w.id limit 1 for update skip locked)
  returning id, claimed_by, url, is_active and paused_at is null and next_at <= clock_timestamp() as may_go_on,
    array_remove(array[secret, case when old_secret_until > clock_timestamp() then old_secret end], null) as secrets,
    floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
const HEAD = `select d.id as delivery_id, d.purpose, e.id, e.type, e.at::text as at, e.data::text as data
  from webhook_deliveries d join webhook_events e on e.company_id = d.company_id and e.id = d.event_id
  where d.company_id = $1 and d.webhook_id = $2 and d.status = 'pending' and ((d.purpose = 'event') = false or $3)
  order by (d.purpose = 'event'), d.id limit 1`;

type Claimed = {
  id: number;
  claimed_by: string;
  url: string;
  may_go_on: boolean;
  secrets: string[];
  now: number;
};
type Head = {
  delivery_id: number;
  purpose: Job['purpose'];
  id: string;
  type: string;
  at: string;
  data: string;
};

/** Claims the next event of one of a company's quick or slow addresses; null without one. */
export const takeJob = (
  transactions: Transactions,
  companyId: number,
  isQuick: boolean,
): Promise<Job | null> =>
  transactions.forSystem(async (tx) => {
    const [claimed] = await ask<Claimed>(tx, CLAIM, [companyId, isQuick]);
    if (!claimed) return null;
    const [head] = await ask<Head>(tx, HEAD, [companyId, claimed.id, claimed.may_go_on]);
    if (!head) {
      await release(tx, companyId, claimed.claimed_by);
      return null;
    }
    const { delivery_id, purpose, ...event } = head;
    return {
      claim: claimed.claimed_by,
      companyId,
      webhookId: claimed.id,
      deliveryId: delivery_id,
      purpose,
      url: claimed.url,
      secrets: claimed.secrets,
      takenAt: claimed.now,
      event,
    };
  });

const release = (tx: Tx, companyId: number, claim: string) =>
  ask(
    tx,
    'update webhooks set claimed_by = null, claimed_until = null where company_id = $1 and claimed_by = $2',
    [companyId, claim],
  );

/** Releases an address that timed out in the quick lane; its event stays due, in the slow one. */
export const setAside = (transactions: Transactions, { companyId, claim }: Job): Promise<unknown> =>
  transactions.forSystem((tx) =>
    ask(
      tx,
      `update webhooks set is_quick = false, claimed_by = null, claimed_until = null
       where company_id = $1 and claimed_by = $2 returning id`,
      [companyId, claim],
    ),
  );

const ARRIVED = `update webhooks set claimed_by = null, claimed_until = null, tries = 0, failing_since = null,
    next_at = clock_timestamp()
  where company_id = $1 and claimed_by = $2 returning id`;
const FAILED = `update webhooks set claimed_by = null, claimed_until = null, tries = tries + 1,
    failing_since = coalesce(failing_since, clock_timestamp()),
    next_at = clock_timestamp() + make_interval(secs => ($3::int[])[least(tries + 1, ${WAITS_S.length})]),
    paused_at = case when $4 or failing_since < clock_timestamp() - interval '${PAUSE_DAYS} days' then clock_timestamp() end
  where company_id = $1 and claimed_by = $2 returning id, paused_at is not null as paused, url`;
const HOLD = 'update webhooks set is_quick = $3 where company_id = $1 and claimed_by = $2 returning url';
/** An event skipped while it was sent stays skipped unless it arrived; an arrived one stays so after a failed replay. */
const OUTCOME = `update webhook_deliveries set tries = tries + 1, last_at = clock_timestamp(), problem = $4, response_status = $5,
    response = $6, status = case when status = 'left_out' and $3 <> 'delivered' then status else $3 end
  where company_id = $1 and id = $2 and (status <> 'delivered' or $3 = 'delivered') returning status`;
const NOTIFY = `insert into changes (company_id, topic, locations) values ($1, 'webhooks', '{}')`;
const LETTERS = `insert into outbox (kind, email, user_id, invited_by, lane, good_until)
  select $4, u.email, u.id, $3, $1, clock_timestamp() + interval '1 day' from users u
  where u.company_id = $1 and u.is_active and u.id = coalesce(
    (select m.id from webhooks w join users m on m.company_id = w.company_id and m.id = w.created_by and m.is_active
      where w.company_id = $1 and w.id = $2),
    (select min(s.id) from users s where s.company_id = $1 and s.is_active and s.role = 'super_admin'))`;

/**
 * Records the result of a job and releases its address, unless another server has claimed it since. Returns whether the address was paused.
 */
export const noteOutcome = (
  transactions: Transactions,
  job: Job,
  outcome: Outcome & { isQuick?: boolean },
): Promise<{ paused: boolean }> =>
  transactions.forSystem(async (tx) => {
    const { companyId, deliveryId, claim, purpose } = job;
    const { problem, status: code, response, isQuick = false } = outcome;
    const arrived = problem === null;
    // Locks the address before its delivery, the same order as skipping an event.
    const [held] = await ask<{ url: string }>(tx, HOLD, [companyId, claim, isQuick]);
    if (!held && !arrived) return { paused: false };
    const status = arrived ? 'delivered' : purpose === 'event' ? 'pending' : 'failed';
    const about = [companyId, deliveryId, status, problem, code, response];
    const [noted] = await ask<{ status: string }>(tx, OUTCOME, about);
    await ask(tx, NOTIFY, [companyId]);
    // The response of an address that was changed meanwhile does not count against the new one.
    const counts = noted?.status === 'pending' && held?.url === job.url;
    if (purpose !== 'event' || !(arrived || counts)) {
      await release(tx, companyId, claim);
      return { paused: false };
    }
    if (arrived) {
      await ask(tx, ARRIVED, [companyId, claim]);
      return { paused: false };
    }
    const gone = code === GONE;
    const [row] = await ask<{ paused: boolean }>(tx, FAILED, [companyId, claim, WAITS_S, gone]);
    if (!row?.paused) return { paused: false };
    const letter = gone ? 'webhook_gone' : 'webhook_paused';
    await ask(tx, LETTERS, [companyId, job.webhookId, new URL(job.url).host, letter]);
    return { paused: true };
  });

/** Adds events for sets that became overdue; returns their number. */
export const findOverdue = (transactions: Transactions, most: number): Promise<number> =>
  transactions.forSystem(async (tx) => {
    const [row] = await ask<{ n: number }>(tx, 'select keep_overdue_events($1) as n', [most]);
    return row?.n ?? 0;
  });
