import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { RestingBecause } from '../../../shared/api-token.ts';
import type { Role } from '../../../shared/permissions.ts';
import type { PlanType } from '../../../shared/plan.ts';
import type { SignedInBy } from '../../../shared/session.ts';
import { actor, company, id, instant, stamped } from './columns.ts';

// Companies, users, and what is read before a company is known.

export const companies = pgTable('companies', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  adminEmail: text('admin_email').notNull(),
  planType: text('plan_type').$type<PlanType>().notNull().default('basic'),
  isActive: boolean('is_active').notNull().default(true),
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  timezone: text('timezone').notNull().default('Etc/UTC'),
  receiptTerms: text('receipt_terms'),
  finderLine: text('finder_line'),
  finderShowsName: boolean('finder_shows_name').notNull().default(false),
  secondFactorRoles: text('second_factor_roles').array().$type<Role[]>().notNull().default([]),
  secondFactorSince: instant('second_factor_since'),
  isLarge: boolean('is_large').notNull().default(false),
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
  id: id(),
  device: text('device'),
  address: text('address'),
  signedInBy: text('signed_in_by').$type<SignedInBy>(),
  usedAt: stamped('used_at'),
  confirmedAt: instant('confirmed_at'),
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

export const apiTokens = pgTable(
  'api_tokens',
  {
    companyId: company(),
    id: id(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    ending: text('ending').notNull(),
    permissions: text('permissions').array().notNull(),
    allowedLocationIds: integer('allowed_location_ids').array().notNull().default([]),
    createdBy: actor('created_by'),
    createdAt: stamped('created_at'),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
    restingSince: instant('resting_since'),
    restingBecause: text('resting_because').$type<RestingBecause>(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** The kinds of letters that the outbox holds. */
export type LetterKind =
  | 'invite'
  | 'reset'
  | 'email_changed'
  | 'email_confirmed'
  | 'password_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_reset'
  | 'recovery_code_used'
  | 'webhook_paused'
  | 'webhook_gone'
  | 'reminder'
  | 'receipt'
  | 'found_keys';

/** Queued mail; no table ever holds a link. */
export const outbox = pgTable('outbox', {
  id: id(),
  kind: text('kind').$type<LetterKind>().notNull(),
  email: text('email').notNull(),
  userId: integer('user_id'),
  invitedBy: text('invited_by'),
  lane: integer('lane').notNull(),
  holderId: integer('holder_id'),
  about: jsonb('about').$type<Record<string, unknown>>(),
  tries: integer('tries').notNull().default(0),
  nextAt: stamped('next_at'),
  goodUntil: instant('good_until').notNull(),
  createdAt: stamped('created_at'),
});

/** When each lane of the outbox last had its turn. */
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
    rights: text('rights').default(sql`md5(current_setting('app.caller_rights', true))`),
    createdAt: stamped('created_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId, table.key] })],
);
