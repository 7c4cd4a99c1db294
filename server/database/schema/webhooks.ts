import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Delivery } from '../../../shared/webhook.ts';
import { actor, company, id, instant, stamped } from './columns.ts';

// Webhook addresses and their deliveries.

export const webhooks = pgTable(
  'webhooks',
  {
    companyId: company(),
    id: id(),
    url: text('url').notNull(),
    description: text('description'),
    events: text('events').array().notNull(),
    secret: text('secret').notNull(),
    oldSecret: text('old_secret'),
    oldSecretUntil: instant('old_secret_until'),
    isActive: boolean('is_active').notNull().default(true),
    pausedAt: instant('paused_at'),
    overdueSince: stamped('overdue_since'),
    createdBy: actor('created_by'),
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
    failingSince: instant('failing_since'),
    tries: integer('tries').notNull().default(0),
    nextAt: stamped('next_at'),
    claimedBy: uuid('claimed_by'),
    claimedUntil: instant('claimed_until'),
    servedAt: instant('served_at'),
    isQuick: boolean('is_quick').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const webhookEvents = pgTable(
  'webhook_events',
  {
    companyId: integer('company_id').notNull(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    type: text('type').notNull(),
    at: stamped('at'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    companyId: company(),
    id: id(),
    webhookId: integer('webhook_id').notNull(),
    eventId: uuid('event_id').notNull(),
    purpose: text('purpose').$type<Delivery['purpose']>().notNull().default('event'),
    status: text('status').$type<Delivery['status']>().notNull().default('pending'),
    tries: integer('tries').notNull().default(0),
    createdAt: stamped('created_at'),
    lastAt: instant('last_at'),
    responseStatus: integer('response_status'),
    response: text('response'),
    problem: text('problem'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** The due time and issue for which a set was last reported overdue; read only by 0026-webhook-events.sql. */
export const webhookOverdue = pgTable(
  'webhook_overdue',
  {
    companyId: integer('company_id').notNull(),
    keyBunchId: integer('key_bunch_id').notNull(),
    issuedAt: instant('issued_at').notNull(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.keyBunchId] })],
);
