import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { type RefusalBody, refuse } from '../../refusal.ts';
import { requireAudit } from '../audit/verification.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { handOver, issue, moveAsAsked } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { lockRecipient } from './recipient.ts';
import { returnBunches } from './return.ts';
import { lockFormerHolders, newestOf, tooLate, undo } from './undo.ts';

/** Issues a bunch, from every status but issued. */
const issueKeyBunch: Feature<'issueKeyBunch'> = async ({ tx, me, params, body }) => {
  const [recipient, dueOf, bunch] = await Promise.all([
    lockRecipient(tx, body, 1),
    dueTimes(tx, body.dueAt),
    lockKeyBunch(tx, params.id),
  ]);
  if (bunch.status === 'issued') {
    const name = bunch.holderName ?? '';
    throw refuse(409, 'Keys are already issued', {
      detail: `Issued to ${name}.`,
      happened: { action: 'issue', name, at: bunch.issuedAt ?? bunch.lastUpdated },
    });
  }
  const { purpose, notes, newTag } = body;
  const issuing = issue(tx, me, [{ bunch, newTag, due: dueOf(bunch.type) }], {
    recipient,
    purpose,
    notes,
    batchId: randomUUID(),
  });
  const [, issued] = await Promise.all([issuing, readKeyBunch(tx, bunch.id)]);
  return issued;
};

/** Returns an issued bunch under a new tag (specification.md, table b). */
const returnKeyBunch: Feature<'returnKeyBunch'> = async ({ tx, me, params, body }) => {
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.status !== 'issued')
    throw refuse(409, 'Keys are not currently issued', await lastReturn(tx, bunch));
  await returnBunches(tx, me, [{ bunch, ...body }], { ...body, batchId: randomUUID() });
  return readKeyBunch(tx, bunch.id);
};

/** Hands an issued bunch over to another person. The due time stays unless a new one is sent. */
const handOverKeyBunch: Feature<'handOver'> = async ({ tx, me, params, body }) => {
  const [recipient, dueOf, bunch] = await Promise.all([
    lockRecipient(tx, body, 1),
    dueTimes(tx, body.dueAt ?? null),
    lockKeyBunch(tx, params.id),
  ]);
  if (bunch.status !== 'issued')
    throw refuse(409, 'Keys are not currently issued', await lastReturn(tx, bunch));
  if (bunch.holderId === recipient.holderId)
    throw refuse(409, `${recipient.name} has these keys already`, { quotes: true });
  const due = body.dueAt === undefined ? bunch.dueAt : dueOf(bunch.type);
  await handOver(tx, me, bunch, { recipient, due, notes: body.notes, batchId: randomUUID() });
  return readKeyBunch(tx, bunch.id);
};

/** Changes the due time of issued keys: an audit log entry, not a movement. The same time again changes nothing. */
const changeDue: Feature<'changeDue'> = async ({ tx, me, params, body }) => {
  const [dueOf, bunch] = await Promise.all([dueTimes(tx, body.dueAt), lockKeyBunch(tx, params.id)]);
  if (bunch.status !== 'issued')
    throw refuse(409, 'Keys are not currently issued', await lastReturn(tx, bunch));
  const due = dueOf(bunch.type);
  if (isSameMoment(due, bunch.dueAt)) return readKeyBunch(tx, bunch.id);
  await tx.update(keyBunches).set({ dueAt: due }).where(eq(keyBunches.id, bunch.id));
  await recordAuditLog(tx, me, {
    action: 'due_change',
    bunch,
    description: `Due time of ${bunch.identifier} changed`,
    details: {
      holder: bunch.holderName,
      changes: { dueAt: { from: bunch.dueAt, to: due } },
      ...(body.reason && { reason: body.reason }),
    },
  });
  return readKeyBunch(tx, bunch.id);
};

const isSameMoment = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));

/** Undoes the newest entry of a bunch. */
const undoCustody: Feature<'undoCustody'> = async ({ tx, me, params }) => {
  const seen = await newestOf(tx, params.id);
  const holders = await lockFormerHolders(tx, [seen]);
  const bunch = await lockKeyBunch(tx, params.id);
  const done = await newestOf(tx, bunch.id);
  if (done?.id !== seen?.id) throw tooLate('Something else happened to these keys since.');
  await undo(tx, me, [{ bunch, done }], holders);
  return readKeyBunch(tx, bunch.id);
};

/**
 * Moves a bunch to another location, changes its type, or both. As a step of a bulk move it needs that permission, a verified audit, and
 * the bunch at the step's location.
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

/** The return that came first, if the latest issue or return is one. */
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

export const keyBunchCustodyFeatures = {
  issueKeyBunch,
  returnKeyBunch,
  moveKeyBunch,
  handOver: handOverKeyBunch,
  changeDue,
  undoCustody,
};
