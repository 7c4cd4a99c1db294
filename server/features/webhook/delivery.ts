import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { DELIVERY_PAGE } from '../../../shared/limits.ts';
import { ask } from '../../database/prepared.ts';
import { webhookDeliveries, webhookEvents } from '../../database/schema/webhooks.ts';
import { notFound } from '../../http/refusal.ts';
import { nameOfEvent } from '../../webhook/event.ts';
import type { Feature } from '../feature.ts';
import { lockWebhook, readWebhook } from './webhook.ts';

const subject = sql<string | null>`coalesce(${webhookEvents.data} #>> '{keySet,identifier}',
  ${webhookEvents.data} #>> '{audit,location,name}')`;

/** What was sent to an address and what is still to be, newest first. */
const listDeliveries: Feature<'listDeliveries'> = async ({ tx, params, query }) => {
  const { id } = await readWebhook(tx, params.id);
  const rows = await tx
    .select({
      id: webhookDeliveries.id,
      eventId: webhookDeliveries.eventId,
      type: webhookEvents.type,
      purpose: webhookDeliveries.purpose,
      subject,
      status: webhookDeliveries.status,
      tries: webhookDeliveries.tries,
      createdAt: webhookDeliveries.createdAt,
      lastAt: webhookDeliveries.lastAt,
      responseStatus: webhookDeliveries.responseStatus,
      response: webhookDeliveries.response,
      problem: webhookDeliveries.problem,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.webhookId, id),
        query.before === undefined ? undefined : lt(webhookDeliveries.id, query.before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(DELIVERY_PAGE);
  return rows.map((row) => ({ ...row, eventId: nameOfEvent(row.eventId) }));
};

/** Queues an event of no consequence, beside those that wait. */
const testWebhook: Feature<'testWebhook'> = async ({ tx, params }) => {
  const { id } = await lockWebhook(tx, params.id);
  await ask(tx, 'select test_webhook($1)', [id]);
  return { message: 'Test queued' };
};

const REPLAY = `insert into webhook_deliveries (webhook_id, event_id, purpose)
  select webhook_id, event_id, 'replay' from webhook_deliveries where id = $1 returning id`;

/** Queues an event once more, with the id it had, beside those that wait. */
const replayDelivery: Feature<'replayDelivery'> = async ({ tx, params }) => {
  const replayed = await ask(tx, REPLAY, [params.id]);
  if (replayed.length === 0) throw notFound('Delivery not found');
  return { message: 'Delivery queued again' };
};

export const deliveryFeatures = { listDeliveries, testWebhook, replayDelivery };
