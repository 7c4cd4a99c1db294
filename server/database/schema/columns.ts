import { sql } from 'drizzle-orm';
import { bigint, customType, integer, jsonb } from 'drizzle-orm/pg-core';

/**
 * The tables as features query them. migrations/ creates them, with constraints, policies, triggers and grants; schema.test.ts compares the
 * two. Times are ISO 8601 strings in UTC with microseconds.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => isoOf(value),
});
/** A PostgreSQL timestamp in UTC as ISO 8601 with six digits, so that times compare as text. */
export const isoOf = (value: string): string =>
  // From "2026-11-22 09:05:00.12+00"; the fraction has up to six digits or is missing.
  `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(6, '0')}Z`;
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Set by the database from the transaction's company; features never set it. */
export const company = () => integer('company_id').notNull().default(sql`own_company()`);
export const id = () => integer('id').notNull().generatedAlwaysAsIdentity();
export const actor = (column: string) => integer(column).notNull().default(sql`own_user()`);
export const stamped = (column: string) => instant(column).notNull().default(sql`clock()`);
export const chained = {
  /** The state in which the entry left its subject (0017-recorded-states.sql). */
  after: jsonb('after'),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  prevHash: bytes('prev_hash').notNull().default(sql`'\\x'`),
  hash: bytes('hash').notNull().default(sql`'\\x'`),
};
