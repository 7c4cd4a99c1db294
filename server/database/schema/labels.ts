import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { company, id, instant, stamped } from './columns.ts';

// Label codes, and finders' messages.

/** Codes of all companies, looked up before the company is known: only functions of the owner read it. */
export const labelCodes = pgTable('label_codes', {
  token: text('token').primaryKey(),
  ofCompany: integer('of_company').notNull(),
});

export const labels = pgTable(
  'labels',
  {
    companyId: company(),
    token: text('token').notNull(),
    keyBunchId: integer('key_bunch_id'),
    madeAt: stamped('made_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.token] })],
);

export const foundNotices = pgTable(
  'found_notices',
  {
    companyId: company(),
    id: id(),
    keyBunchId: integer('key_bunch_id').notNull(),
    place: text('place').notNull(),
    reach: text('reach'),
    sentId: uuid('sent_id').notNull(),
    createdAt: stamped('created_at'),
    closedAt: instant('closed_at'),
    closedBy: integer('closed_by'),
    closedByName: text('closed_by_name'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
