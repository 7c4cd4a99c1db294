import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { relativeTime } from '../../../shared/time.ts';
import { fullName } from '../../../shared/user.ts';
import { movementHistory, users } from '../../database/schema.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { requireAudit } from '../audit/verification.ts';
import type { Feature } from '../feature.ts';
import { lockLocation } from '../location/location.ts';
import { record } from '../movement/movement.ts';
import { checkChoice } from '../setting/setting.ts';
import { type Bunch, changeBunch, lockKeyBunch } from './key-bunch.ts';

/** Hands a bunch out: from every status but issued (DECISIONS C-17, table b). The seal breaks; its number is kept (C-18). */
const issueKeyBunch: Feature<'issueKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  const holderUserId = await userOf(tx, body.officerUserId);
  if (bunch.status === 'issued') {
    throw refuse(409, 'Keys are already issued', {
      detail: `Issued to ${bunch.holderName} ${relativeTime(bunch.issuedAt ?? bunch.lastUpdated).toLowerCase()}.`,
    });
  }
  const changed = await changeBunch(tx, bunch.id, {
    status: 'issued',
    holderName: body.officerName,
    holderUserId,
    issuedAt: sql`clock()` as unknown as string,
  });
  await record(tx, me, {
    action: 'issue',
    bunch,
    at: bunch.location,
    oldTag: bunch.currentTag,
    newTag: body.newTag ?? null,
    notes: body.notes,
    details: {
      officer: body.officerName,
      officerUserId: holderUserId,
      purpose: body.purpose ?? null,
      newTag: body.newTag ?? null,
      oldStatus: bunch.status,
      newStatus: 'issued',
    },
  });
  return changed;
};

/** Takes a bunch back under a new seal. Only an issued one (table b). */
const returnKeyBunch: Feature<'returnKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.status !== 'issued')
    throw refuse(409, 'Keys are not currently issued', await lastReturn(tx, bunch));
  const changed = await changeBunch(tx, bunch.id, {
    status: 'active',
    currentTag: body.newTag,
    holderName: null,
    holderUserId: null,
    issuedAt: null,
  });
  await record(tx, me, {
    action: 'return',
    bunch,
    at: bunch.location,
    oldTag: bunch.currentTag,
    newTag: body.newTag,
    notes: body.notes,
    details: { officer: body.officerName, newTag: body.newTag, oldStatus: 'issued', newStatus: 'active' },
  });
  return changed;
};

/**
 * Moves a bunch to another place, to another type, or both; its status stays (table b, C-04). As a step of a bulk move it needs that
 * permission, a verified audit, and the bunch where the step says it is (DECISIONS S-58).
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
  return moveBunch(tx, me, bunch, body);
};

/** The one way a bunch changes place or type, shared with the edit form (DECISIONS S-33). */
export async function moveBunch(
  tx: Tx,
  me: Parameters<typeof record>[1],
  bunch: Bunch,
  to: {
    toLocationId?: number | null | undefined;
    toBunchType?: string | null | undefined;
    notes?: string | null | undefined;
  },
) {
  const place =
    to.toLocationId && to.toLocationId !== bunch.locationId ? await lockLocation(tx, to.toLocationId) : null;
  const type = to.toBunchType && to.toBunchType !== bunch.type ? to.toBunchType : null;
  if (!place && !type) throw refuse(400, 'Key bunch is already at this location');
  if (type) await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  const changed = await changeBunch(tx, bunch.id, {
    ...(place && { locationId: place.id }),
    ...(type && { type }),
  });
  await record(tx, me, {
    action: place ? 'location_move' : 'move',
    bunch,
    at: bunch.location,
    ...(place && { to: place }),
    toType: type ?? bunch.type,
    notes: to.notes,
    details: {
      from: place ? bunch.location.name : bunch.type,
      to: place ? place.name : type,
      ...(place && type && { changes: { type: { from: bunch.type, to: type } } }),
    },
  });
  return changed;
}

/** A user named as holder must be one of the company's. */
async function userOf(tx: Tx, id: number | null | undefined): Promise<number | null> {
  if (!id) return null;
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
  if (!user) throw notFound('User not found');
  return user.id;
}

/** Who brought it back before you did, if somebody did. */
async function lastReturn(tx: Tx, bunch: Bunch): Promise<{ detail?: string }> {
  const [last] = await tx
    .select()
    .from(movementHistory)
    .where(
      and(eq(movementHistory.keyBunchId, bunch.id), inArray(movementHistory.actionType, ['return', 'issue'])),
    )
    .orderBy(desc(movementHistory.seq))
    .limit(1);
  if (last?.actionType !== 'return') return {};
  const who = fullName({
    firstName: last.performedByFirstName,
    lastName: last.performedByLastName,
    email: last.performedByEmail,
  });
  return { detail: `${who} returned it ${relativeTime(last.timestamp).toLowerCase()}.` };
}

export const keyBunchCustodyFeatures = { issueKeyBunch, returnKeyBunch, moveKeyBunch };
