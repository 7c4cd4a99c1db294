import { and, desc, eq, lt } from 'drizzle-orm';
import { DELIVERY_PAGE, WEBHOOK_TESTS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { ask } from '../../database/prepared.ts';
import { webhookDeliveries } from '../../database/schema/webhooks.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, Refusal, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { deliveryOf, selectDeliveries } from './delivery-rows.ts';
import { lockWebhook, readWebhook } from './webhook.ts';

/** Sent and pending deliveries of an address, newest first. */
const listDeliveries: Feature<'listDeliveries'> = async ({ tx, params, query }) => {
  const { id } = await readWebhook(tx, params.id);
  const rows = await selectDeliveries(tx)
    .where(
      and(
        eq(webhookDeliveries.webhookId, id),
        query.before === undefined ? undefined : lt(webhookDeliveries.id, query.before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(DELIVERY_PAGE);
  return rows.map(deliveryOf);
};

/** Queues a test event, independently of pending ones. */
const testWebhook: Feature<'testWebhook'> = async ({ tx, params }) => {
  const { id } = await lockWebhook(tx, params.id);
  await checkTests(tx, id);
  await ask(tx, 'select test_webhook($1)', [id]);
  return { message: 'Test queued' };
};

const TESTS = `select count(*)::int as n from webhook_deliveries where webhook_id = $1 and purpose <> 'event'
  and created_at > clock_timestamp() - interval '1 minute'`;

/** Tests and replays may hit a foreign address: 429 above WEBHOOK_TESTS_MAX a minute. */
async function checkTests(tx: Tx, webhook: number): Promise<void> {
  const [sent] = await ask<{ n: number }>(tx, TESTS, [webhook]);
  if ((sent?.n ?? 0) >= WEBHOOK_TESTS_MAX)
    throw new Refusal(429, { message: REFUSALS.tooMany }, { retryAfter: 60 });
}

const REPLAY = `insert into webhook_deliveries (webhook_id, event_id, purpose)
  select webhook_id, event_id, 'replay' from webhook_deliveries where id = $1 returning id`;

/** Queues an event again, with its id, independently of pending ones. */
const replayDelivery: Feature<'replayDelivery'> = async ({ tx, params }) => {
  const [found] = await selectDeliveries(tx).where(eq(webhookDeliveries.id, params.id));
  if (!found) throw notFound('Delivery not found');
  await lockWebhook(tx, found.webhookId);
  await checkTests(tx, found.webhookId);
  await ask(tx, REPLAY, [params.id]);
  return { message: 'Delivery queued again' };
};

/** Skips the tried event that blocks its address (decision 0052); it stays in the log as left out. 409 for any other. */
const leaveOutDelivery: Feature<'leaveOutDelivery'> = async ({ tx, me, params }) => {
  const [found] = await selectDeliveries(tx).where(eq(webhookDeliveries.id, params.id));
  if (!found) throw notFound('Delivery not found');
  const webhook = await lockWebhook(tx, found.webhookId);
  const [answer] = await ask<{ done: boolean }>(tx, 'select leave_out_delivery($1) as done', [params.id]);
  if (!answer?.done) throw refuse(409, REFUSALS.notHeldUp);
  const { eventId, type, subject } = deliveryOf(found);
  await recordAuditLog(tx, me, {
    action: 'webhook_leave_out',
    description: `Event of the webhook to ${new URL(webhook.url).host} left out`,
    details: { webhookId: webhook.id, eventId, type, subject },
  });
  return { message: 'Event skipped' };
};

export const deliveryFeatures = { listDeliveries, testWebhook, replayDelivery, leaveOutDelivery };
