import { and, desc, eq, inArray } from 'drizzle-orm';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { users } from '../../database/schema/people.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, type RefusalBody, refuse } from '../../http/refusal.ts';
import { requireAudit } from '../audit-verification/audit-verification.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { issue, moveAsAsked, returnBunches } from './custody.ts';

/** Hands a bunch out: from every status but issued. */
const issueKeyBunch: Feature<'issueKeyBunch'> = async ({ tx, me, params, body }) => {
  const [bunch, holderUserId] = await Promise.all([
    lockKeyBunch(tx, params.id),
    userOf(tx, body.officerUserId),
  ]);
  if (bunch.status === 'issued') {
    const name = bunch.holderName ?? '';
    throw refuse(409, 'Keys are already issued', {
      detail: `Issued to ${name}.`,
      happened: { action: 'issue', name, at: bunch.issuedAt ?? bunch.lastUpdated },
    });
  }
  const issuing = issue(tx, me, [{ bunch, newTag: body.newTag }], { ...body, holderUserId });
  const [, issued] = await Promise.all([issuing, readKeyBunch(tx, bunch.id)]);
  return issued;
};

/** Takes a bunch back under a new tag. Only an issued one (specification.md, table b). */
const returnKeyBunch: Feature<'returnKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.status !== 'issued')
    throw refuse(409, 'Keys are not currently issued', await lastReturn(tx, bunch));
  await returnBunches(tx, me, [{ bunch, newTag: body.newTag }], body);
  return readKeyBunch(tx, bunch.id);
};

/**
 * Moves a bunch to another location, gives it another type, or both. As a step of a bulk move it needs that permission, a verified audit, and the
 * bunch where the step says it is.
 */
const moveKeyBunch: Feature<'moveKeyBunch'> = async ({ tx, me, params, body }) => {
  const bulk = Boolean(body.fromLocationId);
  if (!hasPermission(me, bulk ? 'key:bulk_move' : 'key:move')) throw refuse(403, REFUSALS.forbidden);
  if (body.fromLocationId) await lockLocation(tx, body.fromLocationId);
  const bunch = await lockKeyBunch(tx, params.id);
  if (body.fromLocationId) {
    await requireAudit(tx, body.fromLocationId, body.fromBunchType ?? bunch.type);
    const elsewhere = bunch.locationId !== body.fromLocationId;
    if (elsewhere || bunch.type !== (body.fromBunchType ?? bunch.type)) {
      throw refuse(409, REFUSALS.stale, { detail: `${bunch.identifier} is now at ${bunch.location.name}.` });
    }
  }
  await moveAsAsked(tx, me, bunch, body);
  return readKeyBunch(tx, bunch.id);
};

/** A user named as holder must be one of the company's. */
async function userOf(tx: Tx, id: number | null | undefined): Promise<number | null> {
  if (!id) return null;
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
  if (!user) throw notFound('User not found');
  return user.id;
}

/** Who brought it back before you did, and when, if somebody did. */
async function lastReturn(tx: Tx, bunch: Bunch): Promise<Pick<RefusalBody, 'detail' | 'happened'>> {
  const [last] = await tx
    .select()
    .from(movementHistory)
    .where(
      and(eq(movementHistory.keyBunchId, bunch.id), inArray(movementHistory.actionType, ['return', 'issue'])),
    )
    .orderBy(desc(movementHistory.seq))
    .limit(1);
  if (last?.actionType !== 'return') return {};
  const name = fullName({
    firstName: last.performedByFirstName,
    lastName: last.performedByLastName,
    email: last.performedByEmail,
  });
  return { detail: `${name} returned it.`, happened: { action: 'return', name, at: last.timestamp } };
}

export const keyBunchCustodyFeatures = { issueKeyBunch, returnKeyBunch, moveKeyBunch };
