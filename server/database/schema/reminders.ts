import { sql } from 'drizzle-orm';
import { bigint, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ReminderWish } from '../../../shared/reminder.ts';
import { actor, company, instant, stamped } from './columns.ts';

// Subscribers of overdue reminders, what they were sent, and where receipts were mailed.

export const overdueSets = pgTable(
  'overdue_sets',
  {
    companyId: company(),
    keyBunchId: integer('key_bunch_id').notNull(),
    dueAt: instant('due_at').notNull(),
    holderId: integer('holder_id'),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.keyBunchId] })],
);

export const reminderMarks = pgTable(
  'reminder_marks',
  {
    companyId: company(),
    holderId: integer('holder_id').notNull(),
    ownNumber: bigint('own_number', { mode: 'number' }).notNull().default(0),
    allNumber: bigint('all_number', { mode: 'number' }).notNull().default(0),
    allAt: instant('all_at'),
    dailyAt: instant('daily_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.holderId] })],
);

export const reminderWishes = pgTable(
  'reminder_wishes',
  {
    companyId: company(),
    userId: actor('user_id'),
    wish: text('wish').$type<ReminderWish['wish']>().notNull(),
    dailyTime: text('daily_time'),
    askedAt: stamped('asked_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] })],
);

export const reminderRuns = pgTable('reminder_runs', {
  companyId: integer('company_id').primaryKey().default(sql`own_company()`),
  ranAt: instant('ran_at').notNull(),
  letters: integer('letters').notNull(),
});

export const reminderDays = pgTable(
  'reminder_days',
  {
    companyId: company(),
    day: date('day', { mode: 'string' }).notNull(),
    letters: integer('letters').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.day] })],
);

export const unsubscribeTokens = pgTable('unsubscribe_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  companyId: company(),
  holderId: integer('holder_id').notNull(),
  createdAt: stamped('created_at'),
});

export const mailedReceipts = pgTable(
  'mailed_receipts',
  {
    companyId: company(),
    batchId: uuid('batch_id').notNull(),
    email: text('email').notNull(),
    mailedAt: stamped('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.batchId, table.email] })],
);
