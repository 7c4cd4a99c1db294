import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PremisesRef } from '../../../shared/key-bunch.ts';
import { bytes, company, id, instant, stamped } from './columns.ts';

// Locations, key bunches and a company's settings.

export const locations = pgTable(
  'locations',
  {
    companyId: company(),
    id: id(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    description: text('description'),
    status: text('status').notNull().default('active'),
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const keyBunches = pgTable(
  'key_bunches',
  {
    companyId: company(),
    id: id(),
    identifier: text('identifier').notNull(),
    type: text('type').notNull(),
    currentTag: text('current_tag'),
    nfcSerial: text('nfc_serial'),
    locationId: integer('location_id').notNull(),
    status: text('status').notNull().default('active'),
    keyCount: integer('key_count').notNull().default(1),
    fobCount: integer('fob_count').notNull().default(0),
    keyDescription: text('key_description'),
    notes: text('notes'),
    imageUrl: text('image_url'),
    imageUpdatedAt: instant('image_updated_at'),
    holderName: text('holder_name'),
    holderUserId: integer('holder_user_id'),
    issuedAt: instant('issued_at'),
    lastHolderName: text('last_holder_name'),
    lastHolderUserId: integer('last_holder_user_id'),
    missingSince: instant('missing_since'),
    missingFromStatus: text('missing_from_status'),
    lastSeenAt: instant('last_seen_at'),
    lastSeenLocationId: integer('last_seen_location_id'),
    holderId: integer('holder_id'),
    lastHolderId: integer('last_holder_id'),
    dueAt: instant('due_at'),
    keysPresent: integer('keys_present'),
    fobsPresent: integer('fobs_present'),
    shortNote: text('short_note'),
    shortSince: instant('short_since'),
    shortHolderId: integer('short_holder_id'),
    shortHolderName: text('short_holder_name'),
    position: text('position'),
    hasLabel: boolean('has_label').notNull().default(false),
    premises: jsonb('premises').$type<PremisesRef[]>().notNull().default([]),
    lastUpdated: stamped('last_updated'),
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** Numbers of bunches by kind, maintained by a trigger as rows to be summed (features/key-bunch/count.ts). */
export const bunchCounts = pgTable('bunch_counts', {
  companyId: integer('company_id').notNull(),
  locationId: integer('location_id').notNull(),
  type: text('type').notNull(),
  status: text('status').notNull(),
  hasNfc: boolean('has_nfc').notNull(),
  bunches: integer('bunches').notNull(),
});

/** Each distinct word of a company's names and descriptions, maintained by triggers; read only by 0021-guesses.sql. */
export const searchedWords = pgTable(
  'searched_words',
  { companyId: integer('company_id').notNull(), word: text('word').notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.word] })],
);

/** Search terms, maintained by a trigger; read only by 0019-search.sql. */
export const keyBunchTerms = pgTable(
  'key_bunch_terms',
  {
    companyId: integer('company_id').notNull(),
    keyBunchId: integer('key_bunch_id').notNull(),
    field: text('field').notNull(),
    slot: text('slot').notNull(),
    text: text('text').notNull(),
    key: text('key').notNull(),
    at: instant('at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.keyBunchId, table.field, table.slot] })],
);

export const photos = pgTable(
  'photos',
  {
    companyId: company(),
    keyBunchId: integer('key_bunch_id').notNull(),
    hash: text('hash').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: stamped('created_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.keyBunchId] })],
);

export const archivedKeyBunches = pgTable(
  'archived_key_bunches',
  {
    companyId: company(),
    id: id(),
    originalId: integer('original_id').notNull(),
    identifier: text('identifier').notNull(),
    type: text('type').notNull(),
    currentTag: text('current_tag'),
    nfcSerial: text('nfc_serial'),
    locationId: integer('location_id').notNull(),
    locationName: text('location_name').notNull(),
    status: text('status').notNull(),
    keyCount: integer('key_count').notNull(),
    fobCount: integer('fob_count').notNull(),
    keyDescription: text('key_description'),
    notes: text('notes'),
    createdAt: instant('created_at').notNull(),
    lastUpdated: instant('last_updated').notNull(),
    deletedAt: stamped('deleted_at'),
    deletedBy: integer('deleted_by').notNull(),
    deletionReason: text('deletion_reason'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const settings = pgTable(
  'settings',
  {
    companyId: company(),
    id: id(),
    category: text('category').$type<'keyTypes' | 'statuses' | 'locationTypes' | 'actions'>().notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    description: text('description'),
    color: text('color'),
    isActive: boolean('is_active').notNull().default(true),
    dueHours: integer('due_hours'),
    dueTime: text('due_time'),
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
