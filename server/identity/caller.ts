import { seesEverywhere } from '../../shared/grant.ts';
import { effectivePermissions, type Permission, type Role } from '../../shared/permissions.ts';
import type { User } from '../../shared/user.ts';
import { isoOf } from '../database/schema/columns.ts';

/** A signed-in person of a company, read afresh in every transaction. `locations` null = all. */
export type Member = {
  userId: number;
  companyId: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: Role;
  permissions: Permission[];
  locations: number[] | null;
};

/** Who calls: the person, the session with the milliseconds it has left, and the member they are when they have a company. */
export type Caller = {
  user: User;
  sid: string;
  remember: boolean;
  leftMs: number;
  member: Member | null;
  /** Their company has so many key sets that some statements are planned afresh (prepared.ts). */
  isLarge: boolean;
};

/** What `call_as` tells of a live session. */
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
};

/** The statement that makes a transaction a session's: of its `sid`. No row when the session has ended. */
export const CALL_AS = 'select * from call_as($1)';

export function callerOf(row: CallerRow, sid: string): Caller {
  const user: User = {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    companyId: row.company_id,
    role: row.role,
    permissions: effectivePermissions({
      role: row.role,
      permissions: row.permissions,
      customPermissions: row.custom_permissions,
    }),
    allowedLocationIds: row.allowed_location_ids,
    isActive: true,
    createdAt: isoOf(row.created_at),
    updatedAt: isoOf(row.updated_at),
  };
  return {
    user,
    sid,
    remember: row.remember,
    leftMs: Number(row.left_ms),
    member: memberOf(user),
    isLarge: row.is_large,
  };
}

/** The member a user is; null without a company. */
export function memberOf(user: User): Member | null {
  if (user.companyId === null) return null;
  return {
    userId: user.id,
    companyId: user.companyId,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    permissions: user.permissions,
    locations: seesEverywhere(user) ? null : user.allowedLocationIds,
  };
}

/** Is it the same person with the same rights? How long the session lasts makes no difference. */
export const isSameCaller = (one: Caller, other: Caller): boolean =>
  JSON.stringify({ ...one, leftMs: 0 }) === JSON.stringify({ ...other, leftMs: 0 });
