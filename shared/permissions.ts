/** Roles, permissions and the checks of them. Used by the server for every check and by the browser to offer only what works. */

export const ROLES = ['super_admin', 'admin', 'officer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = {
  super_admin: 'Super Administrator',
  admin: 'Administrator',
  officer: 'Staff Member',
  viewer: 'Viewer',
};

export const PERMISSIONS = [
  'user:view',
  'user:create',
  'user:edit',
  'user:delete',
  'user:assign_permissions',
  'location:view',
  'location:create',
  'location:edit',
  'location:delete',
  'key:view',
  'key:create',
  'key:edit',
  'key:delete',
  'key:issue',
  'key:return',
  'key:move',
  'key:bulk_move',
  'audit:view',
  'audit:create',
  'audit:edit',
  'audit:delete',
  'history:view',
  'reports:view',
  'system:admin',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  super_admin: PERMISSIONS,
  admin: [
    'location:view',
    'location:create',
    'location:edit',
    'key:view',
    'key:create',
    'key:edit',
    'key:issue',
    'key:return',
    'key:move',
    'key:bulk_move',
    'audit:view',
    'audit:create',
    'audit:edit',
    'history:view',
    'reports:view',
  ],
  officer: [
    'location:view',
    'key:view',
    'key:edit',
    'key:issue',
    'key:return',
    'audit:view',
    'audit:create',
    'history:view',
  ],
  viewer: ['location:view', 'key:view', 'audit:view', 'history:view', 'reports:view'],
};

/** "key:bulk_move" reads "Key: Bulk Move". */
export function permissionLabel(permission: Permission): string {
  const [group = '', action = ''] = permission.split(':');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return `${capital(group)}: ${action.split('_').map(capital).join(' ')}`;
}

/**
 * A user's permissions: all for a super_admin; else the user's own non-empty list or the role's defaults, and always the custom permissions
 * in addition.
 */
export function effectivePermissions(user: {
  role: Role;
  permissions: readonly string[] | null;
  customPermissions: readonly string[] | null;
}): Permission[] {
  if (user.role === 'super_admin') return [...PERMISSIONS];
  const own = user.permissions?.length ? user.permissions : ROLE_PERMISSIONS[user.role];
  const granted = new Set<string>([...own, ...(user.customPermissions ?? [])]);
  return PERMISSIONS.filter((permission) => granted.has(permission));
}

type Holder = { permissions: readonly Permission[] };

export const hasPermission = (holder: Holder, permission: Permission): boolean =>
  holder.permissions.includes(permission);
export const hasAnyPermission = (holder: Holder, permissions: readonly Permission[]): boolean =>
  permissions.some((permission) => holder.permissions.includes(permission));
export const hasAllPermissions = (holder: Holder, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => holder.permissions.includes(permission));
export const isAdmin = (user: { role: Role }): boolean =>
  user.role === 'admin' || user.role === 'super_admin';

/**
 * Who may make a call, decided before any lookup: anyone, any session, a session of a company member (`company`), a tablet that is a
 * kiosk (`kiosk`), or a session with the named permissions.
 */
export type Needs =
  | 'nobody'
  | 'session'
  | 'company'
  | 'kiosk'
  | Permission
  | { all: readonly Permission[] }
  | { any: readonly Permission[] };

export const all = (...permissions: Permission[]): Needs => ({ all: permissions });
export const any = (...permissions: Permission[]): Needs => ({ any: permissions });

/** Whether a company member with these permissions meets `needs`. */
export function meets(needs: Needs, holder: Holder): boolean {
  if (needs === 'nobody' || needs === 'session' || needs === 'company') return true;
  // No member does: the caller of these is a kiosk.
  if (needs === 'kiosk') return false;
  if (typeof needs === 'string') return hasPermission(holder, needs);
  return 'all' in needs ? hasAllPermissions(holder, needs.all) : hasAnyPermission(holder, needs.any);
}
