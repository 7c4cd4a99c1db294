import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant, stamped } from './columns.ts';

// Second factors, and pending steps of them.

export const authenticatorApps = pgTable('authenticator_apps', {
  userId: integer('user_id').primaryKey(),
  secret: bytes('secret').notNull(),
  keyId: text('key_id').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: stamped('created_at'),
  lastUsedAt: instant('last_used_at'),
});

export const passkeys = pgTable('passkeys', {
  id: id().primaryKey(),
  userId: integer('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull().default([]),
  name: text('name').notNull(),
  createdAt: stamped('created_at'),
  lastUsedAt: instant('last_used_at'),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: integer('user_id').notNull(), codeHash: text('code_hash').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** A sign-in with the right password that waits for the second factor. */
export const halfSignIns = pgTable('half_sign_ins', {
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  remember: boolean('remember').notNull(),
  challenge: text('challenge'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: stamped('created_at'),
});

/** A session's pending step: an app being set up, or a passkey challenge. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    sid: text('sid').notNull(),
    purpose: text('purpose').$type<'app' | 'passkey' | 'confirm'>().notNull(),
    secret: bytes('secret'),
    challenge: text('challenge'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sid, table.purpose] })],
);
