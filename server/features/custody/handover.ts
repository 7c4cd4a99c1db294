import { randomUUID } from 'node:crypto';
import { alreadyHas } from '../../../shared/custody-words.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { logEmergencies } from '../approval/emergency.ts';
import { checkApprovals, refuseUnapproved, useApprovals, useExtension } from '../approval/use.ts';
import type { Feature } from '../feature.ts';
import { recordMovements } from '../history/log.ts';
import { lockRecipient, type Recipient } from '../holder/recipient.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { checkIssued } from './custody.ts';
import { dueTimes, storeDue } from './due-time.ts';
import { type HandedOver, handoverMovements, storeHandover } from './outgoing.ts';
import { byReservations, takeReservations } from './reserved.ts';

/** Sets with the reservations that a handover takes or passes over; it is never refused for one, as the keys are out already. */
export const handedOver = async (tx: Tx, sets: HandedOver, recipient: Recipient): Promise<HandedOver> =>
  (await byReservations(tx, sets, { recipient, isDueSent: true })).sets;

/** Hands over one bunch without a yes. The due time stays unless a new one is sent. */
const handOver: Feature<'handOver'> = async ({ tx, me, params, body }) => {
  const [recipient, dueOf, bunch] = await Promise.all([
    lockRecipient(tx, body, 1),
    dueTimes(tx, body.dueAt ?? null),
    lockKeyBunch(tx, params.id),
  ]);
  await checkIssued(tx, bunch);
  if (bunch.holderId === recipient.holderId)
    throw refuse(409, alreadyHas(recipient), { code: 'already_holder', quotes: true });
  const checked = await checkApprovals(tx, me, [{ bunch, approvalId: body.approvalId }], {
    ...{ recipient, kind: () => 'hand_over', dueAt: body.dueAt, emergencyReason: body.emergencyReason },
  });
  refuseUnapproved(checked);
  const { approvalDetails, due: fixed } = checked.bySet.get(bunch.id) ?? {};
  const due = body.dueAt === undefined ? (fixed === undefined ? bunch.dueAt : fixed) : dueOf(bunch.type);
  const details = { recipient, notes: body.notes, batchId: randomUUID() };
  const [one] = await handedOver(tx, [{ bunch, due }], recipient);
  const handed = one ? [{ ...one, ...(approvalDetails && { approvalDetails }) }] : [];
  await takeReservations(tx, me, { ...details, sets: handed });
  await useApprovals(tx, me, { ...details, sets: handed });
  await Promise.all([
    storeHandover(tx, handed, recipient),
    recordMovements(tx, me, handoverMovements(handed, details)),
  ]);
  await logEmergencies(tx, me, { ...details, sets: handed });
  return readKeyBunch(tx, bunch.id);
};

/** Whether a set that needs a second person would stay out longer than they approved. */
const isLater = ({ secondPerson, dueAt }: Bunch, due: string | null): boolean =>
  secondPerson && dueAt !== null && (due === null || Date.parse(due) > Date.parse(dueAt));

/** Extends: changes the due time of issued keys: an audit log entry, not a movement. The same time again changes nothing. */
const changeDue: Feature<'changeDue'> = async ({ tx, me, params, body }) => {
  const [dueOf, bunch] = await Promise.all([dueTimes(tx, body.dueAt), lockKeyBunch(tx, params.id)]);
  await checkIssued(tx, bunch);
  const due = dueOf(bunch.type);
  const approval = isLater(bunch, due)
    ? await useExtension(tx, me, bunch, { due, approvalId: body.approvalId })
    : {};
  await storeDue(tx, me, bunch, { due, reason: body.reason, details: approval });
  return readKeyBunch(tx, bunch.id);
};

export const handoverFeatures = { handOver, changeDue };
