import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { actor, company, id, instant, stamped } from './columns.ts';

// Audits: what each expected, and every tick and scan.

export const auditSessions = pgTable(
  'audit_sessions',
  {
    companyId: company(),
    id: id(),
    performedBy: actor('performed_by'),
    completedBy: integer('completed_by'),
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
    revision: integer('revision').notNull().default(0),
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
    doneAt: instant('done_at'),
    notes: text('notes'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
