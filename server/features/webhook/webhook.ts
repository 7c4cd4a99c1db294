import ip from 'ipaddr.js';
import { DELIVERY_PAGE, OLD_SECRET_HOURS, WEBHOOK_TESTS_MAX, WEBHOOKS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { fullName } from '../../../shared/user-name.ts';
import { type Delivery, EVENT_TYPES, type Webhook } from '../../../shared/webhook.ts';
import type { Config } from '../../config.ts';
import { webhookDeliveries, webhooks } from '../../database/schema/delivery.ts';
import { assign, columns, insert, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { checkFresh, notFound, Refusal, refuse } from '../../refusal.ts';
import { nameOfEvent, newSecret } from '../../webhook/event.ts';
import { hostOf, isPublic } from '../../webhook/post.ts';
import { cutIdPage, idBehind } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { changesOf, recordAuditLog } from '../history/log.ts';

type DeliveryRow = Delivery & { webhookId: number };

/** Deliveries with their content, for a `where` and what follows it. */
const DELIVERIES = sql<DeliveryRow>`select ${columns(webhookDeliveries, { alias: 'd' })}, e.type,
    coalesce(e.data #>> '{keySet,identifier}', e.data #>> '{audit,location,name}') as subject
  from webhook_deliveries d join webhook_events e on e.id = d.event_id`;

export const deliveryOf = ({ webhookId: _, eventId, ...delivery }: DeliveryRow): Delivery => ({
  ...delivery,
  eventId: nameOfEvent(eventId),
});

type Row = Omit<Webhook, 'events' | 'nextTryAt' | 'heldUpBy' | 'createdBy'> & {
  events: string[];
  nextAt: string;
  /** The event being retried while nothing arrives. */
  first: number | null;
  maker: { email: string; firstName: string | null; lastName: string | null };
};

const PENDING = sql`from webhook_deliveries d where d.webhook_id = w.id and d.status = 'pending' and (d.purpose = 'event') = true`;
const WEBHOOKS = sql<Row>`select w.id, w.url, w.description, w.events, w.is_active as "isActive", w.paused_at as "pausedAt",
    w.failing_since as "failingSince", w.next_at as "nextAt", w.old_secret_until as "oldSecretUntil",
    w.created_at as "createdAt", w.updated_at as "updatedAt", (select count(*)::int ${PENDING}) as waiting,
    case when w.failing_since is not null then (select d.id ${PENDING} order by d.id limit 1) end as first,
    u.email as "maker.email", u.first_name as "maker.firstName", u.last_name as "maker.lastName"
  from webhooks w join users u on u.id = w.created_by`;

/** The company's addresses, in order of creation. */
const listWebhooks: Feature<'listWebhooks'> = ({ tx }) => read(tx, sql`order by w.id`);

/** Locks an address; 404 when there is no visible one. */
const lockWebhook = async (tx: Tx, id: number): Promise<Webhook> =>
  only(await read(tx, sql`where w.id = ${id} for no key update of w`));

const readWebhook = async (tx: Tx, id: number): Promise<Webhook> =>
  only(await read(tx, sql`where w.id = ${id}`));

function only([webhook]: Webhook[]): Webhook {
  if (!webhook) throw notFound('Webhook not found');
  return webhook;
}

async function read(tx: Tx, which: Sql): Promise<Webhook[]> {
  const found = await rows(tx, sql<Row>`${WEBHOOKS} ${which}`);
  const ids = found.flatMap(({ first }) => first ?? []);
  const firsts =
    ids.length > 0 ? await rows(tx, sql<DeliveryRow>`${DELIVERIES} where d.id = any(${ids})`) : [];
  const tried = new Map(firsts.filter(({ tries }) => tries > 0).map((one) => [one.id, deliveryOf(one)]));
  return found.map((one) => webhookOf(one, tried.get(one.first ?? 0) ?? null));
}

function webhookOf({ maker, nextAt, first: _, ...webhook }: Row, heldUpBy: Delivery | null): Webhook {
  const tries = webhook.failingSince !== null && webhook.isActive && webhook.pausedAt === null;
  return {
    ...webhook,
    events: EVENT_TYPES.filter((type) => webhook.events.includes(type)),
    nextTryAt: tries ? nextAt : null,
    heldUpBy,
    createdBy: fullName(maker),
  };
}

/** Sent and pending deliveries of an address, newest first. */
const listDeliveries: Feature<'listDeliveries'> = async ({ tx, params, query }) => {
  const { id } = await readWebhook(tx, params.id);
  const behind = idBehind(query.cursor);
  const { before = behind, limit = DELIVERY_PAGE } = query;
  const older = before === undefined ? sql`` : sql`and d.id < ${before}`;
  const found = await rows(
    tx,
    sql<
      typeof DELIVERIES.row
    >`${DELIVERIES} where d.webhook_id = ${id} ${older} order by d.id desc limit ${limit + 1}`,
  );
  const { shown, next } = cutIdPage(found, limit);
  return new Page(shown.map(deliveryOf), null, next);
};

/** Queues a test event, independently of pending ones. */
const testWebhook: Feature<'testWebhook'> = async ({ tx, params }) => {
  const { id } = await lockWebhook(tx, params.id);
  await checkTests(tx, id);
  await run(tx, sql`select test_webhook(${id})`);
  return { message: 'Test queued' };
};

/** Tests and replays may hit a foreign address: 429 above WEBHOOK_TESTS_MAX a minute. */
async function checkTests(tx: Tx, webhook: number): Promise<void> {
  const sent = await run(
    tx,
    sql`select from webhook_deliveries where webhook_id = ${webhook} and purpose <> 'event'
      and created_at > clock_timestamp() - interval '1 minute'`,
  );
  if (sent >= WEBHOOK_TESTS_MAX)
    throw new Refusal(429, { message: REFUSALS.tooMany, code: 'too_many' }, { retryAfter: 60 });
}

/** Queues an event again, with its id, independently of pending ones; once while it waits. */
const replayDelivery: Feature<'replayDelivery'> = async ({ tx, params }) => {
  const found = await find(tx, params.id);
  await lockWebhook(tx, found.webhookId);
  await checkTests(tx, found.webhookId);
  await run(
    tx,
    sql`insert into webhook_deliveries (webhook_id, event_id, purpose)
      select webhook_id, event_id, 'replay' from webhook_deliveries d where id = ${params.id} and not exists (
        select from webhook_deliveries where webhook_id = d.webhook_id and event_id = d.event_id and purpose = 'replay' and status = 'pending')`,
  );
  return { message: 'Delivery queued again' };
};

/** Skips the tried event that blocks its address (decision 0052); it stays in the log as left out. 409 for any other. */
const leaveOutDelivery: Feature<'leaveOutDelivery'> = async ({ tx, me, params }) => {
  const found = await find(tx, params.id);
  const webhook = await lockWebhook(tx, found.webhookId);
  const answer = await row(tx, sql<{ done: boolean }>`select skip_delivery(${params.id}) as done`);
  if (!answer?.done) throw refuse(409, REFUSALS.notHeldUp, { code: 'not_held_up' });
  const { eventId, type, subject } = deliveryOf(found);
  await recordAuditLog(tx, me, {
    action: 'webhook_leave_out',
    description: `Event of the webhook to ${new URL(webhook.url).host} left out`,
    details: { webhookId: webhook.id, eventId, type, subject },
  });
  return { message: 'Event skipped' };
};

async function find(tx: Tx, id: number) {
  const found = await row(tx, sql<typeof DELIVERIES.row>`${DELIVERIES} where d.id = ${id}`);
  if (!found) throw notFound('Delivery not found');
  return found;
}

/** Creates an address and returns its secret once. It receives events of the whole company, so its author must see all of it. */
const createWebhook: Feature<'createWebhook'> = async ({ tx, me, body, config }) => {
  if (me.locations)
    throw refuse(403, 'Only people with access to all locations can add a webhook. Ask an administrator.');
  checkAddress(body.url, config);
  // Serialises additions, so that each counts the other.
  await run(tx, sql`select from companies for no key update`);
  if ((await run(tx, sql`select from webhooks`)) >= WEBHOOKS_MAX)
    throw refuse(409, REFUSALS.webhooksMax, { code: 'limit_reached' });
  const secret = newSecret();
  const { url, description = null } = body;
  const events = [...new Set(body.events)];
  const added = insert(webhooks, { url, description, events, secret });
  const made = await row(tx, sql<{ id: number }>`${added} returning id`);
  const webhook = await readWebhook(tx, made?.id ?? 0);
  await recordAuditLog(tx, me, {
    action: 'webhook_create',
    description: `Webhook to ${new URL(url).host} added`,
    details: { webhookId: webhook.id, url, events },
  });
  return { ...webhook, secret };
};

const FIELDS = ['url', 'description', 'events', 'isActive'] as const;
/** Clears earlier failures: retried immediately. */
const CLEARED_FAILURES = { pausedAt: null, failingSince: null, tries: 0, nextAt: sql`clock_timestamp()` };

/** Changes an address. Pending events go to the new one. */
const updateWebhook: Feature<'updateWebhook'> = async ({ tx, me, params, body, ifMatch, config }) => {
  const before = await lockWebhook(tx, params.id);
  checkFresh(ifMatch, before.updatedAt);
  if (body.url !== undefined && body.url !== before.url) checkAddress(body.url, config);
  const sent = { ...body, ...(body.events && { events: [...new Set(body.events)] }) };
  const changed = FIELDS.filter(
    (field) => sent[field] !== undefined && String(sent[field]) !== String(before[field]),
  );
  const resumed = body.isActive === true && before.pausedAt !== null;
  if (changed.length === 0 && !resumed) return before;
  if (resumed || changed.some((field) => field !== 'description')) checkConfirmed(me);
  const includesOverdue = (events: readonly string[]) => events.includes('key_set.overdue');
  const changes = assign(webhooks, {
    ...Object.fromEntries(changed.map((field) => [field, sent[field]])),
    ...((resumed || changed.includes('url') || changed.includes('isActive')) && CLEARED_FAILURES),
    ...(sent.events &&
      includesOverdue(sent.events) &&
      !includesOverdue(before.events) && { overdueSince: sql`clock()` }),
  });
  await run(tx, sql`update webhooks set ${changes} where id = ${before.id}`);
  const after = await readWebhook(tx, before.id);
  await recordAuditLog(tx, me, {
    action: 'webhook_edit',
    description: `Webhook to ${new URL(after.url).host} ${changed.length > 0 ? 'changed' : 'resumed'}`,
    details: { webhookId: after.id, changes: changesOf(changed, before, after) },
  });
  return after;
};

/** Deletes an address with its pending events and log. */
const deleteWebhook: Feature<'deleteWebhook'> = async ({ tx, me, params }) => {
  const webhook = await lockWebhook(tx, params.id);
  await run(tx, sql`delete from webhooks where id = ${webhook.id}`);
  await recordAuditLog(tx, me, {
    action: 'webhook_delete',
    description: `Webhook to ${new URL(webhook.url).host} deleted`,
    details: { webhookId: webhook.id, url: webhook.url, events: webhook.events },
  });
  return { message: 'Webhook deleted' };
};

/** A new secret, returned once. Both sign until the old one expires. */
const renewWebhookSecret: Feature<'renewWebhookSecret'> = async ({ tx, me, params, ifMatch }) => {
  const webhook = await lockWebhook(tx, params.id);
  checkFresh(ifMatch, webhook.updatedAt);
  const secret = newSecret();
  await run(tx, sql`select renew_webhook_secret(${webhook.id}, ${secret}, ${OLD_SECRET_HOURS})`);
  await recordAuditLog(tx, me, {
    action: 'webhook_secret',
    description: `Secret of the webhook to ${new URL(webhook.url).host} renewed`,
    details: { webhookId: webhook.id },
  });
  return { ...(await readWebhook(tx, webhook.id)), secret };
};

/** Static checks; the resolved address is checked at each connection. */
function checkAddress(url: string, { webhooks: { http, privateAddresses } }: Config): void {
  const parsed = new URL(url);
  const wrong = (message: string) => refuse(400, message, { errors: { url: message } });
  if (parsed.protocol !== 'https:' && !http) throw wrong('Enter an address that begins with https://');
  const host = hostOf(parsed);
  if (ip.isValid(host) && !privateAddresses && !isPublic(host)) throw wrong('This address is private');
}

export const webhookFeatures = {
  listWebhooks,
  listDeliveries,
  testWebhook,
  replayDelivery,
  leaveOutDelivery,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  renewWebhookSecret,
};
