import { asc, eq, sql } from 'drizzle-orm';
import { fullName } from '../../../shared/user-name.ts';
import { EVENT_TYPES, type Webhook } from '../../../shared/webhook.ts';
import { users } from '../../database/schema/people.ts';
import { webhookDeliveries, webhooks } from '../../database/schema/webhooks.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../http/refusal.ts';
import type { Feature } from '../feature.ts';

const waiting = sql<number>`(select count(*)::int from ${webhookDeliveries} d where d.webhook_id = ${webhooks.id} and d.status = 'pending' and (d.purpose = 'event') = true)`;

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
  oldSecretUntil: webhooks.oldSecretUntil,
  createdAt: webhooks.createdAt,
  updatedAt: webhooks.updatedAt,
  maker: { firstName: users.firstName, lastName: users.lastName, email: users.email },
};

const select = (tx: Tx) =>
  tx.select(columns).from(webhooks).innerJoin(users, eq(users.id, webhooks.createdBy)).$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

/** The addresses of the company, in the order in which they were made. */
const listWebhooks: Feature<'listWebhooks'> = async ({ tx }) =>
  (await select(tx).orderBy(asc(webhooks.id))).map(webhookOf);

/** Holds an address until the end; 404 when there is none that the caller may know of. */
export async function lockWebhook(tx: Tx, id: number): Promise<Webhook> {
  const [row] = await select(tx).where(eq(webhooks.id, id)).for('no key update', { of: webhooks });
  if (!row) throw notFound('Webhook not found');
  return webhookOf(row);
}

export async function readWebhook(tx: Tx, id: number): Promise<Webhook> {
  const [row] = await select(tx).where(eq(webhooks.id, id));
  if (!row) throw notFound('Webhook not found');
  return webhookOf(row);
}

function webhookOf({ maker, nextAt, ...row }: Row): Webhook {
  const tries = row.failingSince !== null && row.isActive && row.pausedAt === null;
  return {
    ...row,
    events: EVENT_TYPES.filter((type) => row.events.includes(type)),
    nextTryAt: tries ? nextAt : null,
    createdBy: fullName(maker),
  };
}

export const webhookFeatures = { listWebhooks };
