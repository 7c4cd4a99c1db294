import { and, gt, lte } from 'drizzle-orm';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import { IMPORT_FIELDS, IMPORT_LABELS, type ImportKind } from '../../../shared/import-words.ts';
import { locationStatusLabel } from '../../../shared/location-words.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { auditSessions } from '../../database/schema/audits.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { holders, premises } from '../../database/schema/holders.ts';
import { locations, settings } from '../../database/schema/register.ts';
import { type Table, text, yes } from './table.ts';

const headOf = (kind: ImportKind): string[] => IMPORT_FIELDS[kind].map((field) => IMPORT_LABELS[field]);

export const locationTable: Table<typeof locations.$inferSelect> = {
  head: headOf('locations'),
  page: (tx, after, limit) =>
    tx.select().from(locations).where(gt(locations.id, after)).orderBy(locations.id).limit(limit),
  row: (one, known) => [
    one.name,
    labelOf(known, 'locationTypes', one.type),
    text(one.description),
    locationStatusLabel(one.status),
  ],
};

export const holderTable: Table<typeof holders.$inferSelect> = {
  head: [...headOf('people'), 'Signs in'],
  page: (tx, after, limit) =>
    tx.select().from(holders).where(gt(holders.id, after)).orderBy(holders.id).limit(limit),
  row: (one) => [
    one.name,
    HOLDER_KIND_LABELS[one.kind],
    text(one.organisation),
    text(one.phone),
    text(one.email),
    text(one.badge),
    text(one.maxSets),
    text(one.validUntil),
    yes(one.isActive),
    text(one.notes),
    yes(one.userId !== null),
  ],
};

export const premisesTable: Table<typeof premises.$inferSelect> = {
  head: headOf('premises'),
  page: (tx, after, limit) =>
    tx.select().from(premises).where(gt(premises.id, after)).orderBy(premises.id).limit(limit),
  row: (one) => [
    one.name,
    text(one.address),
    text(one.postcode),
    text(one.client),
    text(one.reference),
    yes(one.isActive),
    text(one.notes),
  ],
};

/** Movements up to an entry, oldest first. movements.jsonl has all fields. */
export const movementTable = (upto: number): Table<typeof movementHistory.$inferSelect> => ({
  head: [
    'Number',
    'Time',
    'Action',
    'Set ID',
    'From',
    'To',
    'Old tag',
    'New tag',
    'By',
    'Email',
    'Notes',
    'Details',
  ],
  page: (tx, after, limit) =>
    tx
      .select()
      .from(movementHistory)
      .where(and(gt(movementHistory.seq, after), lte(movementHistory.seq, upto)))
      .orderBy(movementHistory.seq)
      .limit(limit),
  place: ({ seq }) => seq,
  row: (one) => [
    String(one.seq),
    one.timestamp,
    one.actionType,
    one.keyBunchIdentifier,
    text(one.fromLocationName),
    text(one.toLocationName),
    text(one.oldTag),
    text(one.newTag),
    [one.performedByFirstName, one.performedByLastName].filter(Boolean).join(' '),
    one.performedByEmail,
    text(one.notes),
    JSON.stringify(one.details),
  ],
});

export const auditTable: Table<typeof auditSessions.$inferSelect> = {
  head: [
    'Number',
    'Location',
    'Type',
    'Mode',
    'Status',
    'Began',
    'Ended',
    'Expected',
    'Seen',
    'Missing',
    'Notes',
  ],
  page: (tx, after, limit) =>
    tx.select().from(auditSessions).where(gt(auditSessions.id, after)).orderBy(auditSessions.id).limit(limit),
  row: (one, known) => [
    String(one.id),
    one.locationName,
    one.keyType ? labelOf(known, 'keyTypes', one.keyType) : '',
    one.mode,
    one.status,
    one.startTime,
    text(one.endTime),
    String(one.totalExpected),
    String(one.totalScanned),
    one.missingBunches.join(', '),
    text(one.notes),
  ],
};

export const settingTable: Table<typeof settings.$inferSelect> = {
  head: ['Category', 'Name', 'Display name', 'Description', 'Colour', 'Active', 'Due after hours', 'Due at'],
  page: (tx, after, limit) =>
    tx.select().from(settings).where(gt(settings.id, after)).orderBy(settings.id).limit(limit),
  row: (one) => [
    one.category,
    one.name,
    one.displayName,
    text(one.description),
    text(one.color),
    yes(one.isActive),
    text(one.dueHours),
    text(one.dueTime),
  ],
};
