import type { AuditPart } from '../../../shared/audit-parts.ts';
import type { ImportMapping } from '../../../shared/import.ts';
import type { ImportKind } from '../../../shared/import-words.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import {
  actor,
  bigint,
  boolean,
  chained,
  company,
  given,
  id,
  instant,
  integer,
  integers,
  jsonb,
  orNull,
  smallint,
  stamped,
  table,
  text,
  textOf,
  texts,
  uuid,
} from '../table.ts';

// The history: append-only, numbered and chained by the database.

export const historyChecks = table('history_checks', {
  companyId: company,
  id,
  checkedAt: stamped,
  checkedBy: actor,
  checkedByName: text,
  movements: bigint,
  logEntries: bigint,
  brokenChain: orNull(textOf<'movement' | 'log'>()),
  brokenAt: orNull(bigint),
  reason: orNull(text),
});

export const movementHistory = table('movement_history', {
  companyId: company,
  id,
  keyBunchId: orNull(integer),
  keyBunchIdentifier: text,
  keyBunchType: text,
  fromLocationId: orNull(integer),
  fromLocationName: orNull(text),
  toLocationId: orNull(integer),
  toLocationName: orNull(text),
  fromBunchType: orNull(text),
  toBunchType: orNull(text),
  actionType: textOf<Action>(),
  oldTag: orNull(text),
  newTag: orNull(text),
  performedBy: actor,
  performedByFirstName: orNull(text),
  performedByLastName: orNull(text),
  performedByEmail: text,
  timestamp: stamped,
  doneAt: instant,
  notes: orNull(text),
  details: given(jsonb<MovementDetails>()),
  hashFormat: given(smallint),
  holderId: orNull(integer),
  fromHolderId: orNull(integer),
  batchId: orNull(uuid),
  performedByToken: orNull(integer),
  ...chained,
});

export const auditLog = table('audit_log', {
  companyId: company,
  id,
  action: text,
  userId: actor,
  userFirstName: orNull(text),
  userLastName: orNull(text),
  userEmail: text,
  keyBunchId: orNull(integer),
  locationId: orNull(integer),
  description: text,
  details: given(jsonb<Record<string, unknown>>()),
  timestamp: stamped,
  hashFormat: given(smallint),
  tokenId: orNull(integer),
  ...chained,
});

// Audits: what each expected, every tick and scan, and who took part.

export const auditSessions = table('audit_sessions', {
  companyId: company,
  id,
  performedBy: actor,
  completedBy: orNull(integer),
  locationId: integer,
  locationName: text,
  keyType: orNull(text),
  mode: given(textOf<'manual' | 'nfc'>()),
  kind: given(textOf<'full' | 'part' | 'spot'>()),
  fromHook: orNull(text),
  toHook: orNull(text),
  blind: given(boolean),
  startTime: stamped,
  endTime: orNull(instant),
  totalExpected: integer,
  totalScanned: given(integer),
  missingBunches: given(texts()),
  checked: orNull(integer),
  asRegistered: orNull(integer),
  revision: given(integer),
  parts: given(jsonb<AuditPart[]>()),
  reliedAt: orNull(instant),
  status: given(textOf<'in_progress' | 'completed' | 'abandoned'>()),
  notes: orNull(text),
  createdAt: stamped,
});

export const auditExpected = table('audit_expected', {
  companyId: company,
  auditSessionId: integer,
  keyBunchId: integer,
  identifier: text,
  currentTag: orNull(text),
  type: text,
  status: text,
  holderName: orNull(text),
  position: orNull(text),
  keyCount: orNull(integer),
  fobCount: orNull(integer),
  seenScanId: orNull(integer),
  revision: given(integer),
});

export const auditScans = table('audit_scans', {
  companyId: company,
  id,
  auditSessionId: integer,
  keyBunchId: orNull(integer),
  nfcScanned: given(boolean),
  matched: orNull(textOf<'nfc' | 'tag' | 'identifier'>()),
  serial: orNull(text),
  tagScanned: orNull(text),
  identifier: orNull(text),
  locationId: orNull(integer),
  locationName: orNull(text),
  hook: orNull(text),
  keyCount: orNull(integer),
  fobCount: orNull(integer),
  revision: orNull(integer),
  scanResult: textOf<'found' | 'withdrawn' | 'unexpected' | 'unknown' | 'empty'>(),
  performedBy: actor,
  timestamp: stamped,
  doneAt: stamped,
  notes: orNull(text),
});

/** Everyone who took part in an audit. */
export const auditMembers = table('audit_members', {
  companyId: company,
  auditSessionId: integer,
  userId: actor,
  device: orNull(textOf<'phone' | 'computer'>()),
  joinedAt: stamped,
  leftAt: orNull(instant),
  heardAt: stamped,
  unsent: given(integer),
  counted: given(integer),
  lastScanId: orNull(integer),
});

/** A run of a file; what is null is of one that ended. Only an import's undo reads `effects` (features/import/judged.ts). */
export const imports = table('imports', {
  companyId: company,
  id,
  kind: textOf<ImportKind>(),
  fileName: text,
  sha256: text,
  rows: integer,
  intention: uuid,
  performedBy: actor,
  begunAt: stamped,
  failure: orNull(text),
  created: orNull(integer),
  changed: orNull(integer),
  same: orNull(integer),
  refused: orNull(integer),
  effects: orNull(jsonb()),
  performedAt: orNull(instant),
  movementSeq: given(bigint),
  logSeq: given(bigint),
  shape: orNull(text),
  mapping: orNull(jsonb<ImportMapping>()),
  undoneAt: orNull(instant),
  undoneBy: orNull(integer),
});

// Registers of former companies that were brought into this one: read-only, as their servers signed them.

export const formerRegisters = table('former_registers', {
  companyId: company,
  id,
  name: text,
  exportedAt: instant,
  key: text,
  publicKey: text,
  statement: text,
  importedBy: actor,
  importedAt: stamped,
});

export const formerEntries = table('former_entries', {
  companyId: company,
  registerId: integer,
  file: textOf<'movements' | 'log' | 'audits' | 'receipts' | 'room-handovers' | 'anchors'>(),
  line: integer,
  text,
  at: orNull(instant),
  keyBunchId: orNull(integer),
  batchId: orNull(uuid),
  locationIds: given(integers),
});

/** Whether a former register was as it was signed, each time that this was checked. */
export const formerChecks = table('former_checks', {
  companyId: company,
  id,
  registerId: integer,
  isSealed: boolean,
  checkedAt: stamped,
});
