import { seesEverywhere } from '../../shared/grant.ts';
import {
  effectivePermissions,
  type Permission,
  permissionLabel,
  ROLE_PERMISSIONS,
  type Role,
} from '../../shared/permissions.ts';
import type { ListUser } from '../../shared/user.ts';
import { count } from '../format.ts';

/** "All locations", "3 locations". */
export const locationsOf = (person: ListUser): string =>
  seesEverywhere(person) ? 'All locations' : count(person.allowedLocationIds.length, 'location');

/** Permissions before additions: the role's, or the user's own list set by an operator (`own` is true). */
export function baseOf(person: ListUser | null, role: Role): { base: readonly Permission[]; own: boolean } {
  const added = person?.customPermissions ?? [];
  const byRole =
    !person ||
    person.role === 'super_admin' ||
    effectivePermissions({ role: person.role, permissions: null, customPermissions: added }).length ===
      person.permissions.length;
  if (byRole || role === 'super_admin') return { base: ROLE_PERMISSIONS[role], own: false };
  return { base: person.permissions.filter((one) => !added.includes(one)), own: true };
}

/** "Everything", "Role default", "Role, 2 added". */
export function permissionsOf(person: ListUser): string {
  if (person.role === 'super_admin') return 'Everything';
  const { base, own } = baseOf(person, person.role);
  const added = person.customPermissions.filter((one) => !base.includes(one)).length;
  if (own) return added > 0 ? `Own list, ${added} added` : 'Own list';
  return added > 0 ? `Role, ${added} added` : 'Role default';
}

/** Groups of the editor, by column. */
const GROUPS: readonly (readonly { title: string; groups: readonly string[] }[])[] = [
  [
    { title: 'Key', groups: ['key'] },
    { title: 'Audit', groups: ['audit'] },
  ],
  [
    { title: 'Location', groups: ['location'] },
    { title: 'User', groups: ['user'] },
    { title: 'History, reports, system', groups: ['history', 'reports', 'system'] },
  ],
];

/** Permissions by group; empty groups are omitted. */
export const grouped = (permissions: readonly Permission[]) =>
  GROUPS.map((column) =>
    column
      .map(({ title, groups }) => ({
        title,
        rows: permissions
          .filter((permission) => groups.includes(permission.split(':')[0] ?? ''))
          .map((permission) => ({ permission, label: permissionLabel(permission) })),
      }))
      .filter(({ rows }) => rows.length > 0),
  );
