import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { actor, bytes, chained, company, id, stamped } from './columns.ts';

// The history: append-only, numbered and chained by the database.

export const historyChecks = pgTable(
  'history_checks',
  {
    companyId: company(),
    id: id(),
    checkedAt: stamped('checked_at'),
    checkedBy: actor('checked_by'),
    checkedByName: text('checked_by_name').notNull(),
    movements: bigint('movements', { mode: 'number' }).notNull(),
    logEntries: bigint('log_entries', { mode: 'number' }).notNull(),
    brokenChain: text('broken_chain').$type<'movement' | 'log'>(),
    brokenAt: bigint('broken_at', { mode: 'number' }),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const movementHistory = pgTable(
  'movement_history',
  {
    companyId: company(),
    id: id(),
    keyBunchId: integer('key_bunch_id'),
    keyBunchIdentifier: text('key_bunch_identifier').notNull(),
    keyBunchType: text('key_bunch_type').notNull(),
    fromLocationId: integer('from_location_id'),
    fromLocationName: text('from_location_name'),
    toLocationId: integer('to_location_id'),
    toLocationName: text('to_location_name'),
    fromBunchType: text('from_bunch_type'),
    toBunchType: text('to_bunch_type'),
    actionType: text('action_type').$type<Action>().notNull(),
    oldTag: text('old_tag'),
    newTag: text('new_tag'),
    performedBy: actor('performed_by'),
    performedByFirstName: text('performed_by_first_name'),
    performedByLastName: text('performed_by_last_name'),
    performedByEmail: text('performed_by_email').notNull(),
    timestamp: stamped('timestamp'),
    notes: text('notes'),
    details: jsonb('details').$type<MovementDetails>().notNull().default({}),
    hashFormat: smallint('hash_format').notNull().default(1),
    holderId: integer('holder_id'),
    fromHolderId: integer('from_holder_id'),
    batchId: uuid('batch_id'),
    performedByToken: integer('performed_by_token'),
    ...chained,
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const auditLog = pgTable(
  'audit_log',
  {
    companyId: company(),
    id: id(),
    action: text('action').notNull(),
    userId: actor('user_id'),
    userFirstName: text('user_first_name'),
    userLastName: text('user_last_name'),
    userEmail: text('user_email').notNull(),
    keyBunchId: integer('key_bunch_id'),
    locationId: integer('location_id'),
    description: text('description').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    timestamp: stamped('timestamp'),
    hashFormat: smallint('hash_format').notNull().default(1),
    tokenId: integer('token_id'),
    ...chained,
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const chainHeads = pgTable('chain_heads', {
  companyId: integer('company_id').primaryKey(),
  movementSeq: bigint('movement_seq', { mode: 'number' }).notNull().default(0),
  movementHash: bytes('movement_hash').notNull().default(sql`'\\x'`),
  logSeq: bigint('log_seq', { mode: 'number' }).notNull().default(0),
  logHash: bytes('log_hash').notNull().default(sql`'\\x'`),
});

/** Each distinct text of a company's history, maintained by a trigger; read only by 0022-history-search.sql. */
export const historyTexts = pgTable(
  'history_texts',
  { companyId: integer('company_id').notNull(), text: text('text').notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.text] })],
);
