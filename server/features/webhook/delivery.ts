import { DELIVERY_PAGE, WEBHOOK_TESTS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, Refusal, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { DELIVERIES, deliveryOf, lockWebhook, readWebhook } from './webhook.ts';

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

export const deliveryFeatures = { listDeliveries, testWebhook, replayDelivery, leaveOutDelivery };
