import { seesEverywhere } from '../../../shared/grant.ts';
import { effectivePermissions, hasAllPermissions, type Permission } from '../../../shared/permissions.ts';
import { row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { type UserRow, userFields } from '../auth/auth.ts';

/** What each of the two people may do at the location. */
export const SIGNER_RIGHTS: Permission[] = ['key:issue', 'key:return'];

type Rights = Pick<UserRow, 'role' | 'permissions' | 'customPermissions' | 'allowedLocationIds'>;

/** Whether a person may sign a handover of a location. */
export function maySign(user: Rights, locationId: number): boolean {
  const rights = { ...user, permissions: effectivePermissions(user) };
  const isAllowed = seesEverywhere(rights) || user.allowedLocationIds.includes(locationId);
  return isAllowed && hasAllPermissions(rights, SIGNER_RIGHTS);
}

/** The user of an id who may sign a handover of a location now. */
export async function readSigner(tx: Tx, userId: number, locationId: number): Promise<UserRow | undefined> {
  const user = await row(
    tx,
    sql<UserRow>`select ${userFields()} from users where id = ${userId} and is_active`,
  );
  return user && maySign(user, locationId) ? user : undefined;
}
