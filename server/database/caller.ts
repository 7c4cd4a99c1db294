import { actorOfToken, type RestingBecause } from '../../shared/api-token.ts';
import { seesEverywhere } from '../../shared/grant.ts';
import { actorOfKiosk } from '../../shared/kiosk-words.ts';
import { effectivePermissions, type Permission, type Role } from '../../shared/permissions.ts';
import type { User } from '../../shared/user.ts';
import { isoOf, type Sql, sql } from './sql.ts';

/**
 * A signed-in member of a company, read again in every transaction. `locations` null = all. With `tokenId` the caller is an API token, with
 * its name and rights; with `kioskId` a kiosk, with its name, its location and no permission.
 */
export type Member = {
  userId: number;
  companyId: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  permissions: Permission[];
  locations: number[] | null;
  tokenId: number | null;
  kioskId: number | null;
  /** Confirmed their identity within CONFIRMED_MINUTES (confirmation.ts). */
  confirmed: boolean;
};

/** `resting`: why it is paused. */
type Token = { id: number; name: string; resting: RestingBecause | null };

/** The caller: the user, the session with its remaining milliseconds, and the member if they have a company. */
export type Caller = {
  user: User;
  sid: string;
  remember: boolean;
  /** Signed in by the identity provider. */
  byProvider: boolean;
  /** Must set up a second factor first. */
  factorDue: boolean;
  /** The company's days without an answer after which a device forgets; null without a company. */
  offlineDays: number | null;
  /** May be asked as a second person. */
  isApprover: boolean;
  leftMs: number;
  member: Member | null;
  /** The API token acting for the user. */
  token: Token | null;
  /** The kiosk that calls: a tablet, no user. */
  kiosk: { id: number; name: string } | null;
  /** As of the member. A token keeps its maker's confirmation. */
  confirmed: boolean;
  /** For companies with many key sets some statements are planned at each call (sql.ts, `replanned`). */
  isLarge: boolean;
};

/** A row of `call_as` for a live session, of `call_as_token` for a valid token, or of `call_as_kiosk` for a kiosk's tablet. */
export type CallerRow = {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  company_id: number | null;
  role: Role;
  permissions: string[];
  custom_permissions: string[];
  allowed_location_ids: number[];
  created_at: string;
  updated_at: string;
  remember: boolean;
  left_ms: string | number;
  is_large: boolean;
  by_provider?: boolean;
  factor_due?: boolean;
  offline_days?: number | null;
  approver?: boolean;
  confirmed?: boolean;
  token_id?: number;
  token_name?: string;
  token_permissions?: string[];
  resting_because?: RestingBecause | null;
  kiosk_id?: number;
  kiosk_name?: string;
};

/** Prefix of a token's hash where a session's id is expected. */
const TOKEN = 'token:';
/** A token's counterpart of the session id. */
export const sidOfToken = (hash: string): string => `${TOKEN}${hash}`;

/** Prefix of the hash of a kiosk's cookie where a session's id is expected. */
const KIOSK = 'kiosk:';
/** A kiosk's counterpart of the session id. */
export const sidOfKiosk = (hash: string): string => `${KIOSK}${hash}`;
export const isSidOfKiosk = (sid: string): boolean => sid.startsWith(KIOSK);

/** The statement that opens the transaction for a session, a token or a kiosk. No row when it has ended. */
export function callAs(sid: string): Sql<CallerRow> {
  if (sid.startsWith(TOKEN)) return sql`select * from call_as_token(${sid.slice(TOKEN.length)})`;
  if (isSidOfKiosk(sid)) return sql`select * from call_as_kiosk(${sid.slice(KIOSK.length)})`;
  return sql`select * from call_as(${sid})`;
}

/** A token has its chosen permissions as far as its maker still has them; a kiosk has none. */
function permissionsOf(row: CallerRow): Permission[] {
  if (row.kiosk_id) return [];
  const own = effectivePermissions({
    role: row.role,
    permissions: row.permissions,
    customPermissions: row.custom_permissions,
  });
  return own.filter((one) => row.token_permissions?.includes(one) ?? true);
}

export function callerOf(row: CallerRow, sid: string): Caller {
  const confirmed = row.confirmed ?? row.token_id !== undefined;
  const token = row.token_id
    ? { id: row.token_id, name: row.token_name ?? '', resting: row.resting_because ?? null }
    : null;
  const kiosk = row.kiosk_id ? { id: row.kiosk_id, name: row.kiosk_name ?? '' } : null;
  const ownName = token ? actorOfToken(token.name) : kiosk && actorOfKiosk(kiosk.name);
  const user: User = {
    id: row.id,
    email: row.email,
    firstName: ownName ?? row.first_name,
    lastName: token ? null : row.last_name,
    profileImageUrl: row.profile_image_url,
    companyId: row.company_id,
    // A token has no role, only its permissions.
    role: token ? 'viewer' : row.role,
    permissions: permissionsOf(row),
    allowedLocationIds: row.allowed_location_ids,
    isActive: true,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
  };
  return {
    user,
    sid,
    remember: row.remember,
    byProvider: row.by_provider ?? false,
    factorDue: row.factor_due ?? false,
    offlineDays: row.offline_days ?? null,
    isApprover: row.approver ?? false,
    leftMs: Number(row.left_ms),
    member: memberOf(user, { token, kiosk, confirmed }),
    token,
    kiosk,
    confirmed,
    isLarge: row.is_large,
  };
}

/** The user as a member; null without a company. */
export function memberOf(
  user: User,
  {
    token = null,
    kiosk = null,
    confirmed = false,
  }: { token?: Token | null; kiosk?: Caller['kiosk']; confirmed?: boolean } = {},
): Member | null {
  if (user.companyId === null) return null;
  return {
    userId: user.id,
    companyId: user.companyId,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    permissions: user.permissions,
    // Without duplicates, as some statements read location by location.
    locations: seesEverywhere(user) ? null : [...new Set(user.allowedLocationIds)],
    tokenId: token?.id ?? null,
    kioskId: kiosk?.id ?? null,
    confirmed,
  };
}

/** Whether person and rights are equal; the session's remaining time is ignored. */
export const isSameCaller = (one: Caller, other: Caller): boolean =>
  JSON.stringify({ ...one, leftMs: 0 }) === JSON.stringify({ ...other, leftMs: 0 });
