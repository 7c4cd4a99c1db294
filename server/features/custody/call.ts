import { randomUUID } from 'node:crypto';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { type RefusalBody, refuse } from '../../refusal.ts';
import { requireAudit } from '../audit/verification.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { recordMovements } from '../movement/movement.ts';
import { handOver, issue, moveAsAsked } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { lockRecipient } from './recipient.ts';
import { returnBunches } from './return.ts';
import { storeFields } from './status.ts';
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
  const { notes, newTag } = body;
  const together = { recipient, facts: body, notes, batchId: randomUUID() };
  const issuing = issue(tx, me, [{ bunch, newTag, due: dueOf(bunch.type) }], together);
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
  await storeFields(tx, { dueAt: due }, [bunch.id]);
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

/** Ends a shortage: all keys were found, or the counted ones become the set's registered number. */
const settleShort: Feature<'settleShort'> = async ({ tx, me, params, body }) => {
  const writtenOff = body.outcome === 'written_off';
  if (writtenOff && !hasPermission(me, 'key:edit')) throw refuse(403, REFUSALS.forbidden);
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.shortSince === null) throw refuse(409, 'These keys are complete');
  const keys = bunch.keysPresent ?? bunch.keyCount;
  const fobs = bunch.fobsPresent ?? bunch.fobCount;
  if (writtenOff && keys === 0)
    throw refuse(409, 'A set has at least one key', { detail: 'Delete the set instead.' });
  const counted = writtenOff && { keyCount: keys, fobCount: fobs };
  await storeFields(tx, { keysPresent: null, fobsPresent: null, ...counted }, [bunch.id]);
  await recordMovements(tx, me, [
    {
      action: 'status_change',
      bunch,
      at: bunch.location,
      details: {
        short: body.outcome,
        keysCounted: writtenOff ? keys : bunch.keyCount,
        fobsCounted: writtenOff ? fobs : bunch.fobCount,
        ...(bunch.shortNote && { missingNote: bunch.shortNote }),
        ...(body.reason && { reason: body.reason }),
        ...(writtenOff && {
          changes: {
            keyCount: { from: bunch.keyCount, to: keys },
            fobCount: { from: bunch.fobCount, to: fobs },
          },
        }),
      },
    },
  ]);
  return readKeyBunch(tx, bunch.id);
};

type Last = Parameters<typeof fullName>[0] & { action: string; at: string };

/** The return that came first, if the latest issue or return is one. */
async function lastReturn(tx: Tx, bunch: Bunch): Promise<Pick<RefusalBody, 'detail' | 'happened'>> {
  const last = await row(
    tx,
    sql<Last>`select action_type as action, "timestamp" as at, performed_by_first_name as "firstName",
        performed_by_last_name as "lastName", performed_by_email as email
      from movement_history where key_bunch_id = ${bunch.id} and action_type in ('return', 'issue')
      order by seq desc limit 1`,
  );
  if (last?.action !== 'return') return {};
  const name = fullName(last);
  return { detail: `${name} returned it.`, happened: { action: 'return', name, at: last.at } };
}

export const keyBunchCustodyFeatures = {
  issueKeyBunch,
  returnKeyBunch,
  moveKeyBunch,
  handOver: handOverKeyBunch,
  changeDue,
  undoCustody,
  settleShort,
};
