import type { RestingBecause } from '../../../shared/api-token.ts';
import type { Role } from '../../../shared/permissions.ts';
import type { PlanType } from '../../../shared/plan.ts';
import type { SignedInBy } from '../../../shared/session.ts';
import {
  actor,
  bigint,
  boolean,
  bytes,
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
} from '../table.ts';

// Companies, users, and what is read before a company is known.

export const companies = table('companies', {
  id: given(integer),
  name: text,
  slug: text,
  adminEmail: text,
  planType: given(textOf<PlanType>()),
  isActive: given(boolean),
  settings: given(jsonb<Record<string, unknown>>()),
  timezone: given(text),
  receiptTerms: orNull(text),
  finderLine: orNull(text),
  finderShowsName: given(boolean),
  auditShare: given(smallint),
  offlineDays: given(smallint),
  staffReserve: given(boolean),
  emergencyIssue: given(boolean),
  sheetsPrinted: given(integer),
  secondFactorRoles: given(texts<Role>()),
  secondFactorSince: orNull(instant),
  firstStepsDismissedAt: orNull(instant),
  isLarge: given(boolean),
  createdAt: stamped,
  updatedAt: stamped,
});

export const users = table('users', {
  id: given(integer),
  email: text,
  firstName: orNull(text),
  lastName: orNull(text),
  password: orNull(text),
  profileImageUrl: orNull(text),
  companyId: orNull(integer),
  role: given(textOf<Role>()),
  permissions: given(texts()),
  customPermissions: given(texts()),
  allowedLocationIds: given(integers),
  isActive: given(boolean),
  approver: given(boolean),
  approvalLetters: given(boolean),
  createdAt: stamped,
  updatedAt: stamped,
});

export const sessions = table('sessions', {
  sid: text,
  sess: given(jsonb<{ remember?: boolean }>()),
  expire: instant,
  userId: integer,
  createdAt: stamped,
  id,
  device: orNull(text),
  address: orNull(text),
  signedInBy: orNull(textOf<SignedInBy>()),
  usedAt: stamped,
  confirmedAt: orNull(instant),
});

export const identities = table('identities', {
  issuer: text,
  subject: text,
  userId: integer,
  emailVerified: boolean,
  createdAt: stamped,
});

export const oneTimeTokens = table('one_time_tokens', {
  tokenHash: text,
  userId: integer,
  purpose: textOf<'invite' | 'reset'>(),
  expiresAt: instant,
  usedAt: orNull(instant),
  createdAt: stamped,
});

export const apiTokens = table('api_tokens', {
  companyId: company,
  id,
  name: text,
  tokenHash: text,
  ending: text,
  permissions: texts(),
  allowedLocationIds: given(integers),
  createdBy: actor,
  createdAt: stamped,
  expiresAt: instant,
  lastUsedAt: orNull(instant),
  revokedAt: orNull(instant),
  restingSince: orNull(instant),
  restingBecause: orNull(textOf<RestingBecause>()),
});

// Second factors, and pending steps of them.

export const authenticatorApps = table('authenticator_apps', {
  userId: integer,
  secret: bytes,
  keyId: text,
  lastStep: bigint,
  createdAt: stamped,
  lastUsedAt: orNull(instant),
});

export const passkeys = table('passkeys', {
  id,
  userId: integer,
  credentialId: text,
  publicKey: bytes,
  counter: bigint,
  transports: given(texts()),
  name: text,
  createdAt: stamped,
  lastUsedAt: orNull(instant),
});

export const recoveryCodes = table('recovery_codes', {
  userId: integer,
  codeHash: text,
});

/** A sign-in with the right password that waits for the second factor. */
export const halfSignIns = table('half_sign_ins', {
  tokenHash: text,
  userId: integer,
  remember: boolean,
  challenge: orNull(text),
  expiresAt: instant,
  createdAt: stamped,
});

/** A session's pending step: an app being set up, or a passkey challenge. */
export const factorChallenges = table('factor_challenges', {
  sid: text,
  purpose: textOf<'app' | 'passkey' | 'confirm'>(),
  secret: orNull(bytes),
  challenge: orNull(text),
  expiresAt: instant,
});
