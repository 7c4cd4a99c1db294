import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ImportKind } from '../../../shared/import-words.ts';
import { actor, company, id, instant, stamped } from './columns.ts';

// Imports. Only their undo reads `effects` (features/import/effects.ts).

export const imports = pgTable(
  'imports',
  {
    companyId: company(),
    id: id(),
    kind: text('kind').$type<ImportKind>().notNull(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    created: integer('created').notNull(),
    changed: integer('changed').notNull(),
    same: integer('same').notNull(),
    refused: integer('refused').notNull(),
    effects: jsonb('effects').notNull(),
    performedBy: actor('performed_by'),
    performedAt: stamped('performed_at'),
    movementSeq: bigint('movement_seq', { mode: 'number' }).notNull().default(0),
    logSeq: bigint('log_seq', { mode: 'number' }).notNull().default(0),
    undoneAt: instant('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
