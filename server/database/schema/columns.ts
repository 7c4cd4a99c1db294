import { sql } from 'drizzle-orm';
import { bigint, customType, integer, jsonb } from 'drizzle-orm/pg-core';

/**
 * The tables as the features query them. The SQL in migrations/ is what makes them: constraints, policies, triggers and grants
 * stand there; schema.test.ts holds the two together. Times are ISO 8601 strings in UTC with microseconds.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => isoOf(value),
});
/** PostgreSQL's text of a moment in UTC as ISO 8601, always with six digits, so that times compare as text in every reply. */
export const isoOf = (value: string): string =>
  // From "2026-11-22 09:05:00.12+00", whose fraction has up to six digits or is left out with its point.
  `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(6, '0')}Z`;
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Set by the database from the transaction's company; features never name it. */
export const company = () => integer('company_id').notNull().default(sql`own_company()`);
export const id = () => integer('id').notNull().generatedAlwaysAsIdentity();
export const actor = (column: string) => integer(column).notNull().default(sql`own_user()`);
export const stamped = (column: string) => instant(column).notNull().default(sql`clock()`);
export const chained = {
  /** How the entry left its subject (0017-recorded-states.sql). */
  after: jsonb('after'),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  prevHash: bytes('prev_hash').notNull().default(sql`'\\x'`),
  hash: bytes('hash').notNull().default(sql`'\\x'`),
};
