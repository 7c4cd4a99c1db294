import { DELIVERY_PAGE, WEBHOOK_TESTS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { fullName } from '../../../shared/user-name.ts';
import { type Delivery, EVENT_TYPES, type Webhook } from '../../../shared/webhook.ts';
import { webhookDeliveries } from '../../database/schema/people.ts';
import { columns, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, Refusal, refuse } from '../../refusal.ts';
import { nameOfEvent } from '../../webhook/event.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

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
export const lockWebhook = async (tx: Tx, id: number): Promise<Webhook> =>
  only(await read(tx, sql`where w.id = ${id} for no key update of w`));

export const readWebhook = async (tx: Tx, id: number): Promise<Webhook> =>
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
  const older = query.before === undefined ? sql`` : sql`and d.id < ${query.before}`;
  const found = await rows(
    tx,
    sql<
      typeof DELIVERIES.row
    >`${DELIVERIES} where d.webhook_id = ${id} ${older} order by d.id desc limit ${DELIVERY_PAGE}`,
  );
  return found.map(deliveryOf);
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
  if (sent >= WEBHOOK_TESTS_MAX) throw new Refusal(429, { message: REFUSALS.tooMany }, { retryAfter: 60 });
}

/** Queues an event again, with its id, independently of pending ones. */
const replayDelivery: Feature<'replayDelivery'> = async ({ tx, params }) => {
  const found = await find(tx, params.id);
  await lockWebhook(tx, found.webhookId);
  await checkTests(tx, found.webhookId);
  await run(
    tx,
    sql`insert into webhook_deliveries (webhook_id, event_id, purpose)
      select webhook_id, event_id, 'replay' from webhook_deliveries where id = ${params.id}`,
  );
  return { message: 'Delivery queued again' };
};

/** Skips the tried event that blocks its address (decision 0052); it stays in the log as left out. 409 for any other. */
const leaveOutDelivery: Feature<'leaveOutDelivery'> = async ({ tx, me, params }) => {
  const found = await find(tx, params.id);
  const webhook = await lockWebhook(tx, found.webhookId);
  const answer = await row(tx, sql<{ done: boolean }>`select leave_out_delivery(${params.id}) as done`);
  if (!answer?.done) throw refuse(409, REFUSALS.notHeldUp);
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

export const webhookFeatures = {
  listWebhooks,
  listDeliveries,
  testWebhook,
  replayDelivery,
  leaveOutDelivery,
};
