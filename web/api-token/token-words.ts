import { type Permission, permissionLabel } from '../../shared/permissions.ts';

/** "Key: View, Issue · Location: View". */
export function permissionsInWords(permissions: readonly Permission[]): string {
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const [group = '', action = ''] = permissionLabel(permission).split(': ');
    groups.set(group, [...(groups.get(group) ?? []), action]);
  }
  return [...groups].map(([group, actions]) => `${group}: ${actions.join(', ')}`).join(' · ');
}
