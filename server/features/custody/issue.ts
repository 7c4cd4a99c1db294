import { randomUUID } from 'node:crypto';
import { type IssueFacts, issueFactsOf } from '../../../shared/issue-facts.ts';
import { run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { type MovementInput, recordMovements } from '../movement/record.ts';
import {
  ALREADY_ISSUED,
  type BatchCheck,
  type BatchDetails,
  batchOf,
  beforeOf,
  lockBatch,
  startBatch,
  type Text,
  wasMissing,
} from './custody.ts';
import { dueTimes } from './due-time.ts';
import { lockRecipient, type Recipient } from './recipient.ts';

/** Issues a bunch, from every status but issued. */
const issueKeyBunch: Feature<'issueKeyBunch'> = async ({ tx, me, params, body }) => {
  const [recipient, dueOf, bunch] = await Promise.all([
    lockRecipient(tx, body, 1),
    dueTimes(tx, body.dueAt),
    lockKeyBunch(tx, params.id),
  ]);
  if (bunch.status === 'issued') {
    const name = bunch.holderName ?? '';
    throw refuse(409, ALREADY_ISSUED, {
      code: 'already_issued',
      detail: `Issued to ${name}.`,
      happened: { action: 'issue', name, at: bunch.issuedAt ?? bunch.lastUpdated },
    });
  }
  const { notes, newTag } = body;
  const batch = { recipient, facts: body, notes, batchId: randomUUID() };
  const issuing = issue(tx, me, [{ bunch, newTag, due: dueOf(bunch.type) }], batch);
  // Statements follow each other on the connection, so the read comes after the writes (decision 0033).
  const [, issued] = await Promise.all([issuing, readKeyBunch(tx, bunch.id)]);
  return issued;
};

/** Issues several sets to one person, all or none. */
const issueBatch: Feature<'issueBatch'> = async ({ tx, me, body }) => {
  const ids = body.items.map(({ keyBunchId }) => keyBunchId);
  const recipient = await lockRecipient(tx, body, ids.length);
  const [bunches, dueOf] = await Promise.all([lockBatch(tx, ids, refusalOfIssue), dueTimes(tx, body.dueAt)]);
  const batch = await startBatch(tx, body);
  const outgoing = bunches.map((bunch) => ({ bunch, due: dueOf(bunch.type) }));
  await issue(tx, me, outgoing, { ...batch, recipient, facts: body });
  return batchOf(tx, batch.batchId, ids);
};

/** Only bunches that are not issued can be issued. */
const refusalOfIssue: BatchCheck = (bunch) =>
  bunch.status === 'issued'
    ? {
        message: ALREADY_ISSUED,
        detail: `Issued to ${bunch.holderName ?? ''}.`,
      }
    : null;

/** Bunches to issue: due time, and `since` when they were out before the register knew of them. */
export type Outgoing = { bunch: Bunch; due: string | null; since?: string | null; newTag?: Text }[];
type Issuing = BatchDetails & { recipient: Recipient; facts?: IssueFacts };

/**
 * Issues bunches to one person. The tag breaks; its number is kept until the return, and `newTag` is only recorded. The history is sent
 * last, so it takes the lock of the chain last.
 */
export async function issue(tx: Tx, me: Member, bunches: Outgoing, issuing: Issuing): Promise<void> {
  await Promise.all([
    storeIssue(tx, bunches, issuing.recipient),
    recordMovements(tx, me, issueMovements(bunches, issuing)),
  ]);
}

/** Issues without history, for issues to many people that write `issueMovements` together at the end. */
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
    ({ bunch, due: dueAt, since: issuedAt, newTag }): MovementInput => ({
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

export const issueFeatures = { issueKeyBunch, issueBatch };
