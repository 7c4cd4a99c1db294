import { type IssueFacts, issueFactsOf } from '../../../shared/issue-facts.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { type MovementInput, recordMovements } from '../movement/movement.ts';
import { checkChoice } from '../setting/setting.ts';
import type { Recipient } from './recipient.ts';
import { seenAt } from './sighting.ts';
import { storeFields, wasMissing } from './status.ts';

/**
 * Custody: every issue, move and handover of one or many bunches; returns are in return.ts, undo in undo.ts, other changes of status in
 * status.ts. What a set no longer is when its status changes (holder, due time, missing, short) is cleared by the trigger `keep_custody`
 * (0012-register.sql). The bunches are locked and the caller is authorised; each function changes them and writes their history last.
 */

type Text = string | null | undefined;
/** Shared by an issue, a return or a handover of several bunches. `signature` is the SHA-256 of the signature. */
export type Together = { batchId: string; signature?: string | null; notes?: Text };

/** The columns of a bunch that an entry keeps for its undo (undo.ts). */
export const kept = <K extends keyof Bunch>(bunch: Bunch, ...columns: K[]): Pick<Bunch, K> =>
  Object.fromEntries(columns.map((column) => [column, bunch[column]])) as Pick<Bunch, K>;

/** Bunches to issue: due time, and `since` when they were out before the register knew of them. */
export type Outgoing = { bunch: Bunch; due: string | null; since?: string | null; newTag?: Text }[];
type Issuing = Together & { recipient: Recipient; facts?: IssueFacts };

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
      before: kept(
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

/** Hands an issued bunch over to another person. It does not return to the cabinet: the seal stays broken and it does not count as seen. */
export async function handOver(
  tx: Tx,
  me: Member,
  bunch: Bunch,
  { recipient, due, notes, batchId }: Together & { recipient: Recipient; due: string | null },
): Promise<void> {
  const movement: MovementInput = {
    action: 'handover',
    bunch,
    at: bunch.location,
    oldTag: bunch.currentTag,
    notes,
    details: {
      officer: recipient.name,
      officerUserId: recipient.userId,
      holderId: recipient.holderId,
      fromHolder: bunch.holderName,
      fromHolderId: bunch.holderId,
      ...(due && { dueAt: due }),
      keyCount: bunch.keyCount,
      fobCount: bunch.fobCount,
      batchId,
    },
    before: kept(bunch, 'holderName', 'holderUserId', 'holderId', 'issuedAt', 'dueAt'),
  };
  const stored = sql`update key_bunches set holder_name = ${recipient.name}, holder_user_id = ${recipient.userId},
    holder_id = ${recipient.holderId}, due_at = ${due}, issued_at = clock() where id = ${bunch.id}`;
  await Promise.all([run(tx, stored), recordMovements(tx, me, [movement])]);
}

/** Moving an issued or missing bunch does not mean that it was seen. */
const isAtHand = (bunch: Bunch) => bunch.status !== 'issued' && bunch.status !== 'missing';

/** Changes location, type or both; the status stays. A bunch at hand counts as seen at its new location. */
export async function move(
  tx: Tx,
  me: Member,
  bunches: Bunch[],
  { place, type, notes }: { place: LocationRef | null; type: string | null; notes?: Text },
): Promise<void> {
  const change = { ...(place && { locationId: place.id }), ...(type && { type }) };
  const seen = new Set(bunches.filter((bunch) => place && isAtHand(bunch)).map((bunch) => bunch.id));
  const rest = bunches.map((bunch) => bunch.id).filter((id) => !seen.has(id));
  if (rest.length > 0) await storeFields(tx, change, rest);
  if (place && seen.size > 0) await storeFields(tx, { ...change, ...seenAt(place.id) }, [...seen]);
  const movements = bunches.map(
    (bunch): MovementInput => ({
      action: place ? 'location_move' : 'move',
      bunch,
      at: bunch.location,
      ...(place && { to: place }),
      toType: type ?? bunch.type,
      notes,
      details: {
        from: place ? bunch.location.name : bunch.type,
        to: place ? place.name : type,
        ...(place && type && { changes: { type: { from: bunch.type, to: type } } }),
      },
    }),
  );
  await recordMovements(tx, me, movements);
}

type Asked = {
  toLocationId?: number | null | undefined;
  toBunchType?: string | null | undefined;
  notes?: string | null | undefined;
};

/** A move of one bunch from a form, also from the edit form; the location must exist. */
export async function moveAsAsked(tx: Tx, me: Member, bunch: Bunch, to: Asked): Promise<void> {
  const place =
    to.toLocationId && to.toLocationId !== bunch.locationId ? await lockLocation(tx, to.toLocationId) : null;
  const type = to.toBunchType && to.toBunchType !== bunch.type ? to.toBunchType : null;
  if (!place && !type) throw refuse(400, 'The set is already at this location');
  if (type) await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  await move(tx, me, [bunch], { place, type, notes: to.notes });
}
