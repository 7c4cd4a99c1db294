import type { ApiToken } from '../../shared/api-token.ts';
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

/** Why a token rests, and who can do what about it. */
export function restingWords({ restingBecause, isOwn, createdBy }: ApiToken): string {
  const why =
    restingBecause === 'second_factor'
      ? `${isOwn ? 'You' : createdBy} must have a second factor.`
      : `${isOwn ? 'Your' : `${createdBy}’s`} password changed.`;
  const then = isOwn
    ? 'If this token is yours, confirm it. If not, revoke it.'
    : `${createdBy} can confirm it.`;
  return `${why} ${then}`;
}
