import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from './permissions.ts';

/**
 * What one person may do to another (DECISIONS S-15 to S-17): nobody gives away what they lack, and nobody touches a stronger
 * person. The server decides by these; the browser offers by them.
 */
export type Rights = {
  role: Role;
  permissions: readonly Permission[];
  allowedLocationIds: readonly number[];
};

/** An empty list means all locations, and a super_admin has them whatever the list says (SPEC 6). */
export const seesEverywhere = ({ role, allowedLocationIds }: Rights): boolean =>
  role === 'super_admin' || allowedLocationIds.length === 0;

const holdsAll = (me: Rights, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => me.permissions.includes(permission));

/** Whether the role's defaults are all mine; super_admin is given by super_admins only (S-15). */
export const coversRole = (me: Rights, role: Role): boolean =>
  role === 'super_admin' ? me.role === 'super_admin' : holdsAll(me, ROLE_PERMISSIONS[role]);

/** Role and permissions beyond it are changed with user:assign_permissions only (S-16). */
export const mayAssign = (me: Rights): boolean => me.permissions.includes('user:assign_permissions');

export const mayGrant = (me: Rights, permission: Permission): boolean =>
  mayAssign(me) && me.permissions.includes(permission);

/** The roles I may give a new person: without user:assign_permissions only officer or viewer (S-17). */
export const rolesForNew = (me: Rights): Role[] =>
  ROLES.filter((role) => coversRole(me, role) && (mayAssign(me) || role === 'officer' || role === 'viewer'));

/** Whether this person has nothing that I lack; a super_admin is edited by super_admins only. */
export const mayEdit = (me: Rights, person: Rights): boolean =>
  (person.role !== 'super_admin' || me.role === 'super_admin') && holdsAll(me, person.permissions);

/**
 * Whether I may change how this person signs in (their email, a new link): who does that can become them, so it also takes access
 * to every location they see.
 */
export const mayTakeOver = (me: Rights, person: Rights): boolean =>
  mayEdit(me, person) &&
  (seesEverywhere(me) ||
    (!seesEverywhere(person) && person.allowedLocationIds.every((id) => me.allowedLocationIds.includes(id))));
