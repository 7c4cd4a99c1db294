import { describe, expect, test } from 'vitest';
import {
  all,
  any,
  effectivePermissions,
  hasAllPermissions,
  hasAnyPermission,
  hasPermission,
  isAdmin,
  meets,
  PERMISSIONS,
  permissionLabel,
  ROLE_LABELS,
  ROLES,
} from './permissions.ts';

const inGroup = (group: string) => PERMISSIONS.filter((permission) => permission.startsWith(`${group}:`));
const named = (group: string, ...actions: string[]) => actions.map((action) => `${group}:${action}`);

describe('roles and permissions', () => {
  test('PERM-01 the four roles and their labels', () => {
    expect(ROLES).toEqual(['super_admin', 'admin', 'officer', 'viewer']);
    expect(ROLES.map((role) => ROLE_LABELS[role])).toEqual([
      'Super Administrator',
      'Administrator',
      'Staff Member',
      'Viewer',
    ]);
  });
  test('PERM-02 the permissions about people', () => {
    expect(inGroup('user')).toEqual(named('user', 'view', 'create', 'edit', 'delete', 'assign_permissions'));
  });
  test('PERM-03 the permissions about locations', () => {
    expect(inGroup('location')).toEqual(named('location', 'view', 'create', 'edit', 'delete'));
  });
  test('PERM-04 the permissions about keys', () => {
    const actions = ['view', 'create', 'edit', 'delete', 'issue', 'return', 'move', 'bulk_move'];
    expect(inGroup('key')).toEqual(named('key', ...actions));
  });
  test('PERM-05 the permissions about audits', () => {
    expect(inGroup('audit')).toEqual(named('audit', 'view', 'create', 'edit', 'delete'));
  });
  test('PERM-06 the remaining permissions, and no other', () => {
    const rest = PERMISSIONS.filter((permission) => !/^(user|location|key|audit):/.test(permission));
    expect(rest).toEqual(['history:view', 'reports:view', 'system:admin']);
    expect(new Set(PERMISSIONS).size).toBe(24);
  });
  test('labels read Group: Action Words', () => {
    expect(permissionLabel('key:bulk_move')).toBe('Key: Bulk Move');
    expect(permissionLabel('user:assign_permissions')).toBe('User: Assign Permissions');
    expect(permissionLabel('system:admin')).toBe('System: Admin');
  });
});

describe('questions', () => {
  const holder = { permissions: ['key:view', 'key:issue'] as const };
  test('PERM-21 has one, any or all of given permissions', () => {
    expect([hasPermission(holder, 'key:view'), hasPermission(holder, 'key:edit')]).toEqual([true, false]);
    expect(hasAnyPermission(holder, ['key:edit', 'key:issue'])).toBe(true);
    expect(hasAnyPermission(holder, ['key:edit', 'key:move'])).toBe(false);
    expect(hasAnyPermission(holder, [])).toBe(false);
    expect(hasAllPermissions(holder, ['key:view', 'key:issue'])).toBe(true);
    expect(hasAllPermissions(holder, ['key:view', 'key:edit'])).toBe(false);
  });
  test('PERM-22 admin and super_admin are administrators, officer and viewer are not', () => {
    expect(ROLES.map((role) => isAdmin({ role }))).toEqual([true, true, false, false]);
  });
  test('needs are one permission, all or any of several, or none', () => {
    expect(meets('key:view', holder)).toBe(true);
    expect(meets('key:edit', holder)).toBe(false);
    expect(meets(all('key:view', 'key:edit'), holder)).toBe(false);
    expect(meets(any('key:view', 'key:edit'), holder)).toBe(true);
    for (const needs of ['nobody', 'session', 'company'] as const)
      expect(meets(needs, { permissions: [] })).toBe(true);
  });
});

describe('C-02 the effective list', () => {
  const of = (user: Partial<Parameters<typeof effectivePermissions>[0]>) =>
    effectivePermissions({ role: 'viewer', permissions: null, customPermissions: null, ...user });
  test('own list instead of the role’s, custom ones on top, unknown ones dropped, none twice', () => {
    expect(of({})).toHaveLength(5);
    expect(of({ permissions: [] })).toHaveLength(5);
    expect(of({ permissions: ['key:edit'] })).toEqual(['key:edit']);
    expect(of({ permissions: ['key:edit'], customPermissions: ['key:edit', 'key:view'] })).toEqual([
      'key:view',
      'key:edit',
    ]);
    expect(of({ permissions: ['nonsense'] })).toEqual([]);
    expect(of({ role: 'super_admin', permissions: ['key:view'] })).toEqual([...PERMISSIONS]);
  });
});
