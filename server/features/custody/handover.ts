import { randomUUID } from 'node:crypto';
import { alreadyHas } from '../../../shared/custody-words.ts';
import { type IssueFacts, issueFactsOf } from '../../../shared/issue-facts.ts';
import { run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { logEmergencies, type OfApproval } from '../approval/emergency.ts';
import { checkApprovals, refuseUnapproved, useApprovals } from '../approval/use.ts';
import type { Feature } from '../feature.ts';
import { type MovementInput, recordMovements } from '../history/log.ts';
import { lockRecipient, type Recipient } from '../holder/recipient.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { type BatchDetails, beforeOf, checkIssued } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { byReservations, type OfReservation, reservationDetails, takeReservations } from './reserved.ts';

/** Issued bunches that change hands, each with its due time afterwards, and `since` when they did before the register knew of it. */
export type HandedOver = ({
  bunch: Bunch;
  due: string | null;
  since?: string | null | undefined;
} & OfReservation &
  OfApproval)[];
/** `confirmed`: the recipient said yes on their own device. */
type HandingOver = BatchDetails & { recipient: Recipient; facts?: IssueFacts; confirmed?: boolean };

/**
 * Hands issued bunches over to another person, without history. A bunch does not return to the cabinet: the seal stays broken and it does not
 * count as seen.
 */
export const storeHandover = (tx: Tx, bunches: HandedOver, recipient: Recipient): Promise<unknown> =>
  run(
    tx,
    sql`update key_bunches b set holder_name = ${recipient.name}, holder_user_id = ${recipient.userId},
        holder_id = ${recipient.holderId}, due_at = one.due, issued_at = coalesce(one.since, clock())
      from unnest(${bunches.map(({ bunch }) => bunch.id)}::int[], ${bunches.map(({ due }) => due)}::timestamptz[],
        ${bunches.map(({ since }) => since ?? null)}::timestamptz[]) as one (id, due, since)
      where b.id = one.id`,
  );

/** History entries of a handover. */
export function handoverMovements(
  bunches: HandedOver,
  { recipient, facts = {}, notes, batchId, signature, confirmed }: HandingOver,
): MovementInput[] {
  return bunches.map(
    ({ bunch, due, ...of }): MovementInput => ({
      action: 'handover',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      notes,
      details: {
        officer: recipient.name,
        officerUserId: recipient.userId,
        ...(recipient.holderId && { holderId: recipient.holderId }),
        fromHolder: bunch.holderName,
        fromHolderId: bunch.holderId,
        ...issueFactsOf(facts),
        ...(due && { dueAt: due }),
        ...reservationDetails(of),
        ...of.approvalDetails,
        keyCount: bunch.keyCount,
        fobCount: bunch.fobCount,
        batchId,
        ...(signature && { signature }),
        ...(confirmed && { confirmed }),
      },
      before: beforeOf(bunch, 'holderName', 'holderUserId', 'holderId', 'issuedAt', 'dueAt'),
    }),
  );
}

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

export const handoverFeatures = { handOver };
