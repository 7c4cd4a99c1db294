import {
  coversRole,
  mayEdit,
  mayGrant,
  mayManage,
  mayTakeAway,
  type Rights,
  seesEverywhere,
} from '../../../shared/grant.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { effectivePermissions, type Permission, type Role } from '../../../shared/permissions.ts';
import { run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';

/** Refused for a missing right, recorded by the security log. */
export const denied = () => refuse(403, REFUSALS.forbidden);

/** A caller's rights for the rules of shared/grant.ts. */
export const rightsOf = (me: Member): Rights => ({
  role: me.role,
  permissions: me.permissions,
  allowedLocationIds: me.locations ?? [],
});

type Stored = {
  role: Role;
  permissions: string[];
  customPermissions: string[];
  allowedLocationIds: number[];
};

/** A stored user's rights. */
const heldBy = (user: Stored): Rights => ({ ...user, permissions: effectivePermissions(user) });

/** Refuses changes to a user who has rights that the caller lacks (S-16). */
export function checkNotStronger(me: Member, user: Stored): void {
  if (!mayEdit(rightsOf(me), heldBy(user))) throw denied();
}

/** Refuses changes of rights or sign-in of a user who sees more than the caller (D-17). */
export function checkManages(me: Member, user: Stored): void {
  if (!mayManage(rightsOf(me), heldBy(user))) throw denied();
}

/** Refuses a role or permissions beyond the caller's own, each alone or both together (S-15, S-16). */
export function checkGrants(me: Member, before: Stored | null, after: Stored): void {
  const mine = rightsOf(me);
  const added = after.customPermissions.filter((one) => !before?.customPermissions.includes(one));
  if (!added.every((one) => mayGrant(mine, one as Permission))) throw denied();
  if (after.role !== before?.role && !coversRole(mine, after.role)) throw denied();
  checkNotStronger(me, after);
}

/**
 * Refuses locations that the caller may not grant: an empty list (all) without seeing all, an id neither visible nor already stored, or
 * removing one that the caller can't see (S-16, S-25).
 */
export async function checkLocations(
  tx: Tx,
  me: Member,
  before: number[] | null,
  after: number[],
): Promise<void> {
  if (after.length === 0) {
    if (before?.length !== 0 && !seesEverywhere(rightsOf(me))) throw denied();
    return;
  }
  if (before && !mayTakeAway(rightsOf(me), before, after)) throw denied();
  const added = after.filter((id) => !before?.includes(id));
  if (added.length === 0) return;
  const seen = await run(tx, sql`select from locations where id = any (${added})`);
  if (seen === new Set(added).size) return;
  const message = 'Unknown location';
  throw refuse(400, message, { errors: { allowedLocationIds: message }, notable: 'denied' });
}
