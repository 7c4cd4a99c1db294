import { type IssueFacts, issueFactsOf } from '../../../shared/issue-facts.ts';
import { run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import type { OfApproval } from '../approval/question.ts';
import type { MovementInput } from '../history/log.ts';
import type { Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { type BatchDetails, beforeOf, type Text, wasMissing } from './custody.ts';

// What an issue and a handover store, and their entries: of a call, of an import, or of what a device recorded.

/** An open reservation of a set that is to be issued, which has not ended then. */
export type Reserved = {
  id: number;
  keyBunchId: number;
  holderId: number;
  name: string;
  createdBy: number;
  createdAt: string;
  from: string;
  until: string;
};

/** What an issue does to reservations: it takes one, or is made over that of another person. */
export type OfReservation = { taken?: Reserved; over?: Reserved };

/** The details of a movement that takes a reservation, or is made over one. */
export const reservationDetails = ({ taken, over }: OfReservation) => ({
  ...(taken && { reservationId: taken.id }),
  ...(over && { overReservationId: over.id, reservedFor: over.name }),
});

/** Bunches to issue: due time, and `since` when they were out before the register knew of them. */
export type Outgoing = ({
  bunch: Bunch;
  due: string | null;
  since?: string | null | undefined;
  newTag?: Text;
} & OfReservation &
  OfApproval)[];
type Issuing = BatchDetails & { recipient: Recipient; facts?: IssueFacts };

/**
 * Issues bunches to one person, without history: `issueMovements` are recorded last, as they take the lock of the chain. The tag breaks; its
 * number is kept until the return, and `newTag` is only recorded.
 */
export const storeIssue = (tx: Tx, bunches: Outgoing, recipient: Recipient): Promise<unknown> =>
  run(
    tx,
    sql`update key_bunches b set status = 'issued', holder_name = ${recipient.name}, holder_user_id = ${recipient.userId},
        holder_id = ${recipient.holderId}, due_at = one.due, issued_at = coalesce(one.since, clock()),
        last_seen_at = coalesce(one.since, clock()), last_seen_location_id = location_id
      from unnest(${bunches.map(({ bunch }) => bunch.id)}::int[], ${bunches.map(({ due }) => due)}::timestamptz[],
        ${bunches.map(({ since }) => since ?? null)}::timestamptz[]) as one (id, due, since)
      where b.id = one.id`,
  );

/** History entries of an issue. */
export function issueMovements(
  bunches: Outgoing,
  { recipient, facts = {}, notes, batchId, signature }: Issuing,
): MovementInput[] {
  return bunches.map(
    ({ bunch, due: dueAt, since: issuedAt, newTag, ...of }): MovementInput => ({
      action: 'issue',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      newTag: newTag ?? null,
      notes,
      details: {
        officer: recipient.name,
        officerUserId: recipient.userId,
        ...(recipient.holderId && { holderId: recipient.holderId }),
        ...issueFactsOf(facts),
        newTag: newTag ?? null,
        oldStatus: bunch.status,
        newStatus: 'issued',
        ...wasMissing(bunch),
        ...(dueAt && { dueAt }),
        ...(issuedAt && { issuedAt }),
        ...reservationDetails(of),
        ...of.approvalDetails,
        keyCount: bunch.keyCount,
        fobCount: bunch.fobCount,
        batchId,
        ...(signature && { signature }),
      },
      before: beforeOf(
        bunch,
        'status',
        'missingSince',
        'missingFromStatus',
        'lastHolderName',
        'lastHolderUserId',
        'lastHolderId',
      ),
    }),
  );
}

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
