import { asc, eq, inArray, sql } from 'drizzle-orm';
import { fullName } from '../../../shared/user-name.ts';
import { type Delivery, EVENT_TYPES, type Webhook } from '../../../shared/webhook.ts';
import { users } from '../../database/schema/people.ts';
import { webhookDeliveries, webhooks } from '../../database/schema/webhooks.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { deliveryOf, selectDeliveries } from './delivery-rows.ts';

const waiting = sql<number>`(select count(*)::int from ${webhookDeliveries} d where d.webhook_id = ${webhooks.id} and d.status = 'pending' and (d.purpose = 'event') = true)`;

/** The event being retried while nothing arrives. */
const first = sql<
  number | null
>`case when ${webhooks.failingSince} is not null then (select d.id from ${webhookDeliveries} d where d.webhook_id = ${webhooks.id}
  and d.status = 'pending' and (d.purpose = 'event') = true order by d.id limit 1) end`;

const columns = {
  id: webhooks.id,
  url: webhooks.url,
  description: webhooks.description,
  events: webhooks.events,
  isActive: webhooks.isActive,
  pausedAt: webhooks.pausedAt,
  failingSince: webhooks.failingSince,
  nextAt: webhooks.nextAt,
  waiting,
  first,
  oldSecretUntil: webhooks.oldSecretUntil,
  createdAt: webhooks.createdAt,
  updatedAt: webhooks.updatedAt,
  maker: { firstName: users.firstName, lastName: users.lastName, email: users.email },
};

const select = (tx: Tx) =>
  tx.select(columns).from(webhooks).innerJoin(users, eq(users.id, webhooks.createdBy)).$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

/** The company's addresses, in order of creation. */
const listWebhooks: Feature<'listWebhooks'> = async ({ tx }) =>
  withFirst(tx, await select(tx).orderBy(asc(webhooks.id)));

/** Locks an address; 404 when there is no visible one. */
export async function lockWebhook(tx: Tx, id: number): Promise<Webhook> {
  const [row] = await select(tx).where(eq(webhooks.id, id)).for('no key update', { of: webhooks });
  return only(await withFirst(tx, row ? [row] : []));
}

export async function readWebhook(tx: Tx, id: number): Promise<Webhook> {
  const [row] = await select(tx).where(eq(webhooks.id, id));
  return only(await withFirst(tx, row ? [row] : []));
}

function only([webhook]: Webhook[]): Webhook {
  if (!webhook) throw notFound('Webhook not found');
  return webhook;
}

async function withFirst(tx: Tx, rows: Row[]): Promise<Webhook[]> {
  const ids = rows.flatMap((row) => row.first ?? []);
  const found = ids.length > 0 ? await selectDeliveries(tx).where(inArray(webhookDeliveries.id, ids)) : [];
  const tried = new Map(found.filter(({ tries }) => tries > 0).map((one) => [one.id, deliveryOf(one)]));
  return rows.map((row) => webhookOf(row, tried.get(row.first ?? 0) ?? null));
}

function webhookOf({ maker, nextAt, first: _, ...row }: Row, heldUpBy: Delivery | null): Webhook {
  const tries = row.failingSince !== null && row.isActive && row.pausedAt === null;
  return {
    ...row,
    events: EVENT_TYPES.filter((type) => row.events.includes(type)),
    nextTryAt: tries ? nextAt : null,
    heldUpBy,
    createdBy: fullName(maker),
  };
}

export const webhookFeatures = { listWebhooks };
