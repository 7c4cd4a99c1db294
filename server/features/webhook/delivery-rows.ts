import { eq, sql } from 'drizzle-orm';
import type { Delivery } from '../../../shared/webhook.ts';
import { webhookDeliveries, webhookEvents } from '../../database/schema/webhooks.ts';
import type { Tx } from '../../database/transactions.ts';
import { nameOfEvent } from '../../webhook/event.ts';

const subject = sql<string | null>`coalesce(${webhookEvents.data} #>> '{keySet,identifier}',
  ${webhookEvents.data} #>> '{audit,location,name}')`;

/** Deliveries with their content; the caller adds condition and order. */
export const selectDeliveries = (tx: Tx) =>
  tx
    .select({
      id: webhookDeliveries.id,
      webhookId: webhookDeliveries.webhookId,
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
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectDeliveries>>[number];
export const deliveryOf = ({ webhookId: _, eventId, ...row }: Row): Delivery => ({
  ...row,
  eventId: nameOfEvent(eventId),
});
