import { inArray } from 'drizzle-orm';
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
import { locations } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';

/** Refused for want of a right, which the server's security log keeps. */
export const denied = () => refuse(403, REFUSALS.forbidden);

/** What a caller holds, as the rules of shared/grant.ts ask for it. */
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

/** What a stored person holds. */
const heldBy = (person: Stored): Rights => ({ ...person, permissions: effectivePermissions(person) });

/** Refuses to touch somebody who holds what the caller lacks (S-16). */
export function checkNotStronger(me: Member, person: Stored): void {
  if (!mayEdit(rightsOf(me), heldBy(person))) throw denied();
}

/** Refuses to change what somebody may do, or how they sign in, who sees more than the caller (D-17). */
export function checkManages(me: Member, person: Stored): void {
  if (!mayManage(rightsOf(me), heldBy(person))) throw denied();
}

/**
 * Refuses a role or permissions beyond what the caller holds: a role whose defaults include one they lack, an added permission they
 * lack, and whatever the two together would come to (S-15, S-16).
 */
export function checkGrants(me: Member, before: Stored | null, after: Stored): void {
  const mine = rightsOf(me);
  const added = after.customPermissions.filter((one) => !before?.customPermissions.includes(one));
  if (!added.every((one) => mayGrant(mine, one as Permission))) throw denied();
  if (after.role !== before?.role && !coversRole(mine, after.role)) throw denied();
  checkNotStronger(me, after);
}

/**
 * Refuses a list of locations that the caller may not give: an empty one, which means all, from somebody who does not see all; an id
 * that is neither visible to them nor stored already (S-16, S-25); one that takes away what the caller does not see.
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
  const seen = await tx.select({ id: locations.id }).from(locations).where(inArray(locations.id, added));
  if (seen.length === new Set(added).size) return;
  const message = 'Unknown location';
  throw refuse(400, message, { errors: { allowedLocationIds: message }, notable: 'denied' });
}
