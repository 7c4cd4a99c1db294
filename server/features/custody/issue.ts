import { randomUUID } from 'node:crypto';
import type { ParsedBody } from '../../../shared/api.ts';
import { ALREADY_ISSUED, alreadyHas, issuedTo, NOT_ISSUED } from '../../../shared/custody-words.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse, refuseItems } from '../../refusal.ts';
import { logEmergencies } from '../approval/emergency.ts';
import { kindOf, type OfApproval } from '../approval/question.ts';
import { type CheckedApprovals, checkApprovals, refuseUnapproved, useApprovals } from '../approval/use.ts';
import type { Feature } from '../feature.ts';
import { recordMovements } from '../history/log.ts';
import { lockRecipient, type Recipient } from '../holder/recipient.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { type BatchCheck, batchOf, lockBatch, startBatch } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { handoverMovements, issueMovements, storeHandover, storeIssue } from './outgoing.ts';
import { byReservations, takeReservations } from './reserved.ts';

/** Issues a bunch, from every status but issued. */
const issueKeyBunch: Feature<'issueKeyBunch'> = ({ tx, me, params, body }) =>
  issueOne(tx, me, params.id, body);

/** `check` refuses the locked set for a reason of the caller's own. `isNameless`: no refusal names another person. */
type Rules = { check?: (bunch: Bunch) => void; isNameless?: boolean };

/** Issues one set by the rules of every issue; returns it as it is afterwards. */
export async function issueOne(
  tx: Tx,
  me: Member,
  id: number,
  body: ParsedBody<'issueKeyBunch'>,
  { check, isNameless = false }: Rules = {},
): Promise<KeyBunchDetail> {
  const [recipient, dueOf, bunch] = await Promise.all([
    lockRecipient(tx, body, 1),
    dueTimes(tx, body.dueAt),
    lockKeyBunch(tx, id),
  ]);
  check?.(bunch);
  if (bunch.status === 'issued') {
    const name = bunch.holderName ?? '';
    throw refuse(409, ALREADY_ISSUED, {
      code: 'already_issued',
      detail: issuedTo(name),
      happened: { action: 'issue', name, at: bunch.issuedAt ?? bunch.lastUpdated },
    });
  }
  const { notes, newTag } = body;
  const issuing = { recipient, facts: body, notes, batchId: randomUUID() };
  const asked = { recipient, isDueSent: body.dueAt !== undefined, isNameless };
  const checked = await checkApprovals(tx, me, [{ bunch, approvalId: body.approvalId }], {
    ...{ recipient, kind: kindOf, dueAt: body.dueAt, emergencyReason: body.emergencyReason },
  });
  refuseUnapproved(checked);
  const one = withApprovedDue(
    { bunch, due: dueOf(bunch.type), isOver: body.overReservation === true },
    checked,
  );
  const { sets, refused } = await byReservations(tx, [one], asked);
  const [why] = refused;
  if (why)
    throw refuse(409, why.message, {
      code: 'reserved',
      ...(why.detail && { detail: why.detail }),
      quotes: true,
    });
  const outgoing = sets.map((one) => ({ ...one, ...approvalDetailsOf(one.bunch, checked), newTag }));
  const used = { batchId: issuing.batchId, recipient, purpose: body.purpose, sets: outgoing };
  await takeReservations(tx, me, { batchId: issuing.batchId, recipient, sets });
  await useApprovals(tx, me, used);
  const [, , issued] = await Promise.all([
    storeIssue(tx, outgoing, recipient),
    recordMovements(tx, me, issueMovements(outgoing, issuing)),
    readKeyBunch(tx, id),
  ]);
  await logEmergencies(tx, me, used);
  return issued;
}

/** Issues several sets to one person, all or none; those that are out with `fromHolderId` are handed over. */
const issueBatch: Feature<'issueBatch'> = async ({ tx, me, body }) => {
  const ids = body.items.map(({ keyBunchId }) => keyBunchId);
  const items = new Map(body.items.map((item) => [item.keyBunchId, item]));
  const recipient = await lockRecipient(tx, body, ids.length);
  const check: BatchCheck = (bunch) => refusalOf(bunch, items.get(bunch.id)?.fromHolderId, recipient);
  const [bunches, dueOf] = await Promise.all([lockBatch(tx, ids, check), dueTimes(tx, body.dueAt)]);
  const issuing = { ...(await startBatch(tx, body)), recipient, facts: body };
  const withApprovals = bunches.map((bunch) => ({ bunch, approvalId: items.get(bunch.id)?.approvalId }));
  const checked = await checkApprovals(tx, me, withApprovals, {
    ...{ recipient, kind: kindOf, dueAt: body.dueAt, emergencyReason: body.emergencyReason },
  });
  const due = bunches.map((bunch) => {
    const isOver = items.get(bunch.id)?.overReservation === true;
    return withApprovedDue({ bunch, due: dueOf(bunch.type), isOver }, checked);
  });
  const asked = { recipient, isDueSent: body.dueAt !== undefined };
  const { sets, refused } = await byReservations(tx, due, asked);
  const named = new Set(checked.refused.map(({ keyBunchId }) => keyBunchId));
  const why = [...checked.refused, ...refused.filter(({ keyBunchId }) => !named.has(keyBunchId))];
  if (why.length > 0) throw refuseItems(why);
  const all = sets.map((one) => ({ ...one, ...approvalDetailsOf(one.bunch, checked) }));
  const used = { batchId: issuing.batchId, recipient, purpose: body.purpose, sets: all };
  await takeReservations(tx, me, { batchId: issuing.batchId, recipient, sets: all });
  await useApprovals(tx, me, used);
  const handed = all.filter(({ bunch }) => bunch.status === 'issued');
  const outgoing = all.filter(({ bunch }) => bunch.status !== 'issued');
  const movements = [...issueMovements(outgoing, issuing), ...handoverMovements(handed, issuing)];
  await Promise.all([
    outgoing.length > 0 && storeIssue(tx, outgoing, recipient),
    handed.length > 0 && storeHandover(tx, handed, recipient),
    recordMovements(tx, me, movements),
  ]);
  await logEmergencies(tx, me, used);
  return batchOf(tx, issuing.batchId, ids);
};

/** A set with the due time that a second person approved, if there is one. */
export const withApprovedDue = <T extends { bunch: Bunch; due: string | null }>(
  set: T,
  { bySet }: CheckedApprovals,
) => {
  const due = bySet.get(set.bunch.id)?.due;
  return due === undefined ? set : { ...set, due, isFixed: true };
};

/** What the movement of a set says of the second person. */
export const approvalDetailsOf = ({ id }: Bunch, { bySet }: CheckedApprovals): OfApproval => {
  const approvalDetails = bySet.get(id)?.approvalDetails;
  return approvalDetails ? { approvalDetails } : {};
};

/** A bunch that is not issued can be issued; one that is out with `from`, handed over. */
function refusalOf(bunch: Bunch, from: number | undefined, recipient: Recipient): ReturnType<BatchCheck> {
  if (bunch.status !== 'issued') return from === undefined ? null : { message: NOT_ISSUED };
  if (from === undefined || bunch.holderId !== from)
    return { message: ALREADY_ISSUED, detail: issuedTo(bunch.holderName ?? '') };
  return from === recipient.holderId ? { message: alreadyHas(recipient) } : null;
}

export const issueFeatures = { issueKeyBunch, issueBatch };
