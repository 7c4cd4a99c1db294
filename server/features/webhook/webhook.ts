import { fullName } from '../../../shared/user-name.ts';
import { type Delivery, EVENT_TYPES, type Webhook } from '../../../shared/webhook.ts';
import { webhookDeliveries } from '../../database/schema/people.ts';
import { columns, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { nameOfEvent } from '../../webhook/event.ts';
import type { Feature } from '../feature.ts';

type DeliveryRow = Delivery & { webhookId: number };

/** Deliveries with their content, for a `where` and what follows it. */
export const DELIVERIES = sql<DeliveryRow>`select ${columns(webhookDeliveries, { alias: 'd' })}, e.type,
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

export const webhookFeatures = { listWebhooks };
