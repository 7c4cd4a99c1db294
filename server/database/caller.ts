import { actorOfToken, type RestingBecause } from '../../shared/api-token.ts';
import { seesEverywhere } from '../../shared/grant.ts';
import { effectivePermissions, type Permission, type Role } from '../../shared/permissions.ts';
import type { User } from '../../shared/user.ts';
import { isoOf } from './schema/columns.ts';

/**
 * A signed-in person of a company, read afresh in every transaction. `locations` null = all. With `tokenId` it is an API token of theirs
 * that calls: it has the token's name and rights.
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
  /** They showed within CONFIRMED_MINUTES that it is they (confirmation.ts). */
  confirmed: boolean;
};

/** `resting`: why it is refused at present. */
type Token = { id: number; name: string; resting: RestingBecause | null };

/** Who calls: the person, the session with the milliseconds it has left, and the member they are when they have a company. */
export type Caller = {
  user: User;
  sid: string;
  remember: boolean;
  /** The identity provider said who they are. */
  byProvider: boolean;
  /** They must set up a second factor before anything else. */
  factorDue: boolean;
  leftMs: number;
  member: Member | null;
  /** The API token that calls on their behalf. */
  token: Token | null;
  /** As of the member. A token is as confirmed as its maker was who made it. */
  confirmed: boolean;
  /** Their company has so many key sets that some statements are planned afresh (prepared.ts). */
  isLarge: boolean;
};

/** What `call_as` tells of a live session, and `call_as_token` of a token that is good. */
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
  left_ms: string;
  is_large: boolean;
  by_provider?: boolean;
  factor_due?: boolean;
  confirmed?: boolean;
  token_id?: number;
  token_name?: string;
  token_permissions?: string[];
  resting_because?: RestingBecause | null;
};

/** Before the hash of a token where the id of a session stands; the id of a session has none. */
const TOKEN = 'token:';
/** By what a token of that hash is known, as a session is by its id. */
export const sidOfToken = (hash: string): string => `${TOKEN}${hash}`;

/** The statement that makes a transaction a session's or a token's, and its value. No row when it has ended. */
export const callAs = (sid: string): { text: string; values: [string] } =>
  sid.startsWith(TOKEN)
    ? { text: 'select * from call_as_token($1)', values: [sid.slice(TOKEN.length)] }
    : { text: 'select * from call_as($1)', values: [sid] };

/** What a caller may do: a token what was chosen for it, as far as its maker may still do it. */
function permissionsOf(row: CallerRow): Permission[] {
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
  const user: User = {
    id: row.id,
    email: row.email,
    firstName: token ? actorOfToken(token.name) : row.first_name,
    lastName: token ? null : row.last_name,
    profileImageUrl: row.profile_image_url,
    companyId: row.company_id,
    // No rule of roles is a token's: it has what it was given.
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
    leftMs: Number(row.left_ms),
    member: memberOf(user, { token, confirmed }),
    token,
    confirmed,
    isLarge: row.is_large,
  };
}

/** The member a user is; null without a company. */
export function memberOf(
  user: User,
  { token = null, confirmed = false }: { token?: Token | null; confirmed?: boolean } = {},
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
    // A statement that reads location by location would read one that is named twice as often.
    locations: seesEverywhere(user) ? null : [...new Set(user.allowedLocationIds)],
    tokenId: token?.id ?? null,
    confirmed,
  };
}

/** Is it the same person with the same rights? How long the session lasts makes no difference. */
export const isSameCaller = (one: Caller, other: Caller): boolean =>
  JSON.stringify({ ...one, leftMs: 0 }) === JSON.stringify({ ...other, leftMs: 0 });
