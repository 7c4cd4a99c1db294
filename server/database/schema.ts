import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PlanType } from '../../shared/company.ts';
import type { MovementDetails } from '../../shared/movement.ts';
import type { Role } from '../../shared/permissions.ts';
import type { LetterKind } from '../mail/letter.ts';

/**
 * The tables as the features query them. The SQL in migrations/ is what makes them: constraints, policies, triggers and grants
 * stand there; schema.test.ts holds the two together. Times are ISO 8601 strings in UTC with microseconds.
 */
const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => isoOf(value),
});
/** PostgreSQL's text of a moment in UTC as ISO 8601, always with six digits, so that times compare as text in every reply. */
export function isoOf(value: string): string {
  const [seconds = '', fraction = ''] = value.replace(' ', 'T').replace(/\+00$/, '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Set by the database from the transaction's company; features never name it. */
const company = () => integer('company_id').notNull().default(sql`own_company()`);
const id = () => integer('id').notNull().generatedAlwaysAsIdentity();
const actor = (column: string) => integer(column).notNull().default(sql`own_user()`);
const stamped = (column: string) => instant(column).notNull().default(sql`clock()`);
const chained = {
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  prevHash: bytes('prev_hash').notNull().default(sql`'\\x'`),
  hash: bytes('hash').notNull().default(sql`'\\x'`),
};

export const companies = pgTable('companies', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  adminEmail: text('admin_email').notNull(),
  planType: text('plan_type').$type<PlanType>().notNull().default('basic'),
  isActive: boolean('is_active').notNull().default(true),
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: stamped('created_at'),
  updatedAt: stamped('updated_at'),
});

export const users = pgTable('users', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  password: text('password'),
  profileImageUrl: text('profile_image_url'),
  companyId: integer('company_id'),
  role: text('role').$type<Role>().notNull().default('officer'),
  permissions: text('permissions').array().notNull().default([]),
  customPermissions: text('custom_permissions').array().notNull().default([]),
  allowedLocationIds: integer('allowed_location_ids').array().notNull().default([]),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: stamped('created_at'),
  updatedAt: stamped('updated_at'),
});

export const sessions = pgTable('sessions', {
  sid: text('sid').primaryKey(),
  sess: jsonb('sess').$type<{ remember?: boolean }>().notNull().default({}),
  expire: instant('expire').notNull(),
  userId: integer('user_id').notNull(),
  createdAt: stamped('created_at'),
});

export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id').notNull(),
    emailVerified: boolean('email_verified').notNull(),
    createdAt: stamped('created_at'),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

export const oneTimeTokens = pgTable('one_time_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  purpose: text('purpose').$type<'invite' | 'reset'>().notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  createdAt: stamped('created_at'),
});

/** Letters still to be sent; no table ever holds a link. */
export const outbox = pgTable('outbox', {
  id: id(),
  kind: text('kind').$type<LetterKind>().notNull(),
  email: text('email').notNull(),
  userId: integer('user_id'),
  invitedBy: text('invited_by'),
  lane: integer('lane').notNull(),
  tries: integer('tries').notNull().default(0),
  nextAt: stamped('next_at'),
  goodUntil: instant('good_until').notNull(),
  createdAt: stamped('created_at'),
});

/** When a lane of the outbox last had its turn. */
export const mailTurns = pgTable('mail_turns', {
  lane: integer('lane').primaryKey(),
  servedAt: instant('served_at').notNull(),
});

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: company(),
    userId: actor('user_id'),
    key: uuid('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status'),
    body: jsonb('body'),
    createdAt: stamped('created_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId, table.key] })],
);

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
    lastUpdated: stamped('last_updated'),
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** What a search looks at, kept by a trigger; only the functions of 0011-search.sql read it. */
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
    createdAt: stamped('created_at'),
    updatedAt: stamped('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

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
    actionType: text('action_type')
      .$type<'move' | 'location_move' | 'issue' | 'return' | 'status_change' | 'audit_edit' | 'deleted'>()
      .notNull(),
    oldTag: text('old_tag'),
    newTag: text('new_tag'),
    performedBy: actor('performed_by'),
    performedByFirstName: text('performed_by_first_name'),
    performedByLastName: text('performed_by_last_name'),
    performedByEmail: text('performed_by_email').notNull(),
    timestamp: stamped('timestamp'),
    notes: text('notes'),
    details: jsonb('details').$type<MovementDetails>().notNull().default({}),
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
    ...chained,
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const auditSessions = pgTable(
  'audit_sessions',
  {
    companyId: company(),
    id: id(),
    performedBy: actor('performed_by'),
    locationId: integer('location_id').notNull(),
    locationName: text('location_name').notNull(),
    keyType: text('key_type'),
    mode: text('mode').$type<'manual' | 'nfc'>().notNull().default('manual'),
    startTime: stamped('start_time'),
    endTime: instant('end_time'),
    totalExpected: integer('total_expected').notNull(),
    totalScanned: integer('total_scanned').notNull().default(0),
    missingBunches: text('missing_bunches').array().notNull().default([]),
    revision: integer('revision').notNull().default(0),
    status: text('status')
      .$type<'in_progress' | 'completed' | 'abandoned'>()
      .notNull()
      .default('in_progress'),
    notes: text('notes'),
    createdAt: stamped('created_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

export const auditExpected = pgTable(
  'audit_expected',
  {
    companyId: company(),
    auditSessionId: integer('audit_session_id').notNull(),
    keyBunchId: integer('key_bunch_id').notNull(),
    identifier: text('identifier').notNull(),
    currentTag: text('current_tag'),
    type: text('type').notNull(),
    status: text('status').notNull(),
    holderName: text('holder_name'),
    seenScanId: integer('seen_scan_id'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.auditSessionId, table.keyBunchId] })],
);

export const auditScans = pgTable(
  'audit_scans',
  {
    companyId: company(),
    id: id(),
    auditSessionId: integer('audit_session_id').notNull(),
    keyBunchId: integer('key_bunch_id'),
    nfcScanned: boolean('nfc_scanned').notNull().default(false),
    matched: text('matched').$type<'nfc' | 'tag' | 'identifier'>(),
    serial: text('serial'),
    tagScanned: text('tag_scanned'),
    identifier: text('identifier'),
    locationId: integer('location_id'),
    locationName: text('location_name'),
    scanResult: text('scan_result').$type<'found' | 'withdrawn' | 'unexpected' | 'unknown'>().notNull(),
    performedBy: actor('performed_by'),
    timestamp: stamped('timestamp'),
    notes: text('notes'),
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
