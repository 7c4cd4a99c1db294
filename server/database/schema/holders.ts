import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { HolderKind } from '../../../shared/holder-words.ts';
import { company, id, instant, stamped } from './columns.ts';

// Holders, premises, and signatures.

export const holders = pgTable(
  'holders',
  {
    companyId: company(),
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<HolderKind>().notNull(),
    organisation: text('organisation'),
    phone: text('phone'),
    email: text('email'),
    badge: text('badge'),
    badgeCode: text('badge_code').generatedAlwaysAs(sql``),
    userId: integer('user_id'),
    maxSets: integer('max_sets'),
    validUntil: date('valid_until', { mode: 'string' }),
    isActive: boolean('is_active').notNull().default(true),
    notes: text('notes'),
    sendReminders: boolean('send_reminders').notNull().default(false),
    remindersStoppedAt: instant('reminders_stopped_at'),
    words: text('words').generatedAlwaysAs(sql``),
    sortName: text('sort_name').generatedAlwaysAs(sql``),
    createdByName: text('created_by_name'),
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const premises = pgTable(
  'premises',
  {
    companyId: company(),
    id: id(),
    name: text('name').notNull(),
    address: text('address'),
    postcode: text('postcode'),
    client: text('client'),
    reference: text('reference'),
    notes: text('notes'),
    isActive: boolean('is_active').notNull().default(true),
    words: text('words').generatedAlwaysAs(sql``),
    sortName: text('sort_name').generatedAlwaysAs(sql``),
    sortClient: text('sort_client').generatedAlwaysAs(sql``),
    createdBy: integer('created_by').default(sql`own_user()`),
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const keyBunchPremises = pgTable(
  'key_bunch_premises',
  {
    companyId: company(),
    keyBunchId: integer('key_bunch_id').notNull(),
    premisesId: integer('premises_id').notNull(),
    place: smallint('place').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.keyBunchId, table.premisesId] })],
);

export const signatures = pgTable(
  'signatures',
  {
    companyId: company(),
    batchId: uuid('batch_id').notNull(),
    signer: text('signer').notNull(),
    path: text('path').notNull(),
    createdAt: stamped('created_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.batchId] })],
);
