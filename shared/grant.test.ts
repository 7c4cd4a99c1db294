import { describe, expect, test } from 'vitest';
import {
  coversRole,
  mayEdit,
  mayGrant,
  mayManage,
  mayTakeAway,
  type Rights,
  rolesForNew,
  seesEverywhere,
} from './grant.ts';
import { PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES, type Role } from './permissions.ts';

const holder = (role: Role, extra: Permission[] = [], allowedLocationIds: number[] = []): Rights => ({
  role,
  permissions: [...ROLE_PERMISSIONS[role], ...extra],
  allowedLocationIds,
});

describe('S-15 S-16 S-17 what one person may do to another', () => {
  test('a role is given by whoever holds all its defaults, super_admin by super_admins', () => {
    const given = (me: Rights) => ROLES.filter((role) => coversRole(me, role));
    expect(given(holder('super_admin'))).toEqual([...ROLES]);
    expect(given(holder('admin', [...PERMISSIONS]))).toEqual(['admin', 'officer', 'viewer']);
    expect(given(holder('officer'))).toEqual(['officer']);
    expect(given(holder('officer', ['reports:view']))).toEqual(['officer', 'viewer']);
  });

  test('a new person is officer or viewer without user:assign_permissions', () => {
    expect(rolesForNew(holder('admin'))).toEqual(['officer', 'viewer']);
    expect(rolesForNew(holder('admin', ['user:assign_permissions']))).toEqual(['admin', 'officer', 'viewer']);
    expect(mayGrant(holder('admin'), 'key:move')).toBe(false);
    expect(mayGrant(holder('admin', ['user:assign_permissions']), 'key:move')).toBe(true);
    expect(mayGrant(holder('admin', ['user:assign_permissions']), 'key:delete')).toBe(false);
  });

  test('nobody edits who holds something they lack', () => {
    expect(mayEdit(holder('admin'), holder('officer'))).toBe(true);
    expect(mayEdit(holder('admin'), holder('officer', ['key:delete']))).toBe(false);
    expect(mayEdit(holder('admin', [...PERMISSIONS]), holder('super_admin'))).toBe(false);
    expect(mayEdit(holder('super_admin'), holder('super_admin'))).toBe(true);
  });

  test('D-17 who changes what somebody may do, or how they sign in, also sees what they see', () => {
    const me = holder('admin', [], [1, 2]);
    expect(seesEverywhere(me)).toBe(false);
    expect(seesEverywhere(holder('super_admin', [], [1]))).toBe(true);
    expect(mayManage(me, holder('officer', [], [2]))).toBe(true);
    expect(mayManage(me, holder('officer', [], [2, 3]))).toBe(false);
    expect(mayManage(me, holder('officer'))).toBe(false);
    expect(mayManage(holder('admin'), holder('officer', [], [9]))).toBe(true);
  });

  test('nobody takes away locations that they do not see', () => {
    const me = holder('admin', [], [1, 2]);
    expect(mayTakeAway(me, [1, 3], [3])).toBe(true);
    expect(mayTakeAway(me, [1, 3], [1, 2, 3])).toBe(true);
    expect(mayTakeAway(me, [1, 3], [1])).toBe(false);
    expect(mayTakeAway(me, [], [1])).toBe(false);
    expect(mayTakeAway(me, [], [])).toBe(true);
    expect(mayTakeAway(holder('admin'), [], [9])).toBe(true);
    expect(mayTakeAway(holder('admin'), [3, 9], [9])).toBe(true);
  });
});
