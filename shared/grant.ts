import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from './permissions.ts';

/**
 * The rights of one person over another: never grant rights they lack, never change a person with more rights. The server decides by these
 * rules; the browser offers only what they allow.
 */
export type Rights = {
  role: Role;
  permissions: readonly Permission[];
  allowedLocationIds: readonly number[];
};

/** An empty list means all locations; a super_admin has all regardless of the list. */
export const seesEverywhere = ({ role, allowedLocationIds }: Rights): boolean =>
  role === 'super_admin' || allowedLocationIds.length === 0;

const holdsAll = (me: Rights, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => me.permissions.includes(permission));

/** Whether I have all the role's defaults; super_admin is given only by super_admins (S-15). */
export const coversRole = (me: Rights, role: Role): boolean =>
  role === 'super_admin' ? me.role === 'super_admin' : holdsAll(me, ROLE_PERMISSIONS[role]);

/** Only user:assign_permissions may change a role and permissions beyond it (S-16). */
export const mayAssign = (me: Rights): boolean => me.permissions.includes('user:assign_permissions');

export const mayGrant = (me: Rights, permission: Permission): boolean =>
  mayAssign(me) && me.permissions.includes(permission);

/** A role for everyday work without management; any user manager may grant it. */
const isEveryday = (role: Role): boolean => role === 'officer' || role === 'viewer';

/** The roles I may give a new person: without user:assign_permissions only officer or viewer (S-17). */
export const rolesForNew = (me: Rights): Role[] =>
  ROLES.filter((role) => coversRole(me, role) && (mayAssign(me) || isEveryday(role)));

/** Whether this person has nothing that I lack; a super_admin is edited by super_admins only. */
export const mayEdit = (me: Rights, person: Rights): boolean =>
  (person.role !== 'super_admin' || me.role === 'super_admin') && holdsAll(me, person.permissions);

/** Whether I see every location that this person sees. */
const seesAllOf = (me: Rights, person: Rights): boolean =>
  seesEverywhere(me) ||
  (!seesEverywhere(person) && person.allowedLocationIds.every((id) => me.allowedLocationIds.includes(id)));

/**
 * Whether I may change a person's rights (role, permissions, status) or sign-in (email, new link), which would let me become them. It takes
 * access to every location of theirs; of a person with more locations I may change only the name.
 */
export const mayManage = (me: Rights, person: Rights): boolean =>
  mayEdit(me, person) && seesAllOf(me, person);

/** Whether the caller may remove these locations from a user: visible ones; all (an empty list) only when seeing all. */
export const mayTakeAway = (me: Rights, before: readonly number[], after: readonly number[]): boolean =>
  seesEverywhere(me) ||
  (before.length === 0
    ? after.length === 0
    : before.every((id) => after.includes(id) || me.allowedLocationIds.includes(id)));
