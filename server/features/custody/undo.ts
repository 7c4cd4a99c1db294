import { randomUUID } from 'node:crypto';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { hasPermission, type Permission } from '../../../shared/permissions.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, Refusal, refuse } from '../../refusal.ts';
import { notifyUndone } from '../approval/emergency.ts';
import { withoutApproval } from '../approval/question.ts';
import type { Feature } from '../feature.ts';
import { type MovementInput, recordMovements } from '../history/log.ts';
import { lockHolders } from '../holder/recipient.ts';
import { type Bunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { happenedSince, isOld } from '../movement/read.ts';
import { missingChoices } from '../setting/setting.ts';
import { batchOf, beforeOf, lockBunches, storeFields } from './custody.ts';
import { restoreReservations } from './reserved.ts';

/** A history entry to undo. `since` is whether its bunch has a newer entry. */
type EntryToUndo = {
  id: number;
  keyBunchId: number;
  action: Action;
  performedBy: number;
  token: number | null;
  details: Record<string, unknown> & { before?: Partial<Bunch>; reservationId?: number; kioskId?: number };
  isOld: boolean;
  since: boolean;
};

const DONE = sql<EntryToUndo>`select m.id, m.key_bunch_id as "keyBunchId", m.action_type as action, m.performed_by as "performedBy",
    m.performed_by_token as token, m.details, ${isOld('m')} as "isOld", ${happenedSince('m')} as since
  from movement_history m`;

/** The newest entry of a bunch. */
export const newestOf = (tx: Tx, keyBunchId: number): Promise<EntryToUndo | undefined> =>
  row(tx, sql<EntryToUndo>`${DONE} where m.key_bunch_id = ${keyBunchId} order by m.seq desc limit 1`);

/** The entries of a batch; 404 when the caller may see none. */
async function entriesOfBatch(tx: Tx, batchId: string): Promise<EntryToUndo[]> {
  const entries = await rows(tx, sql<EntryToUndo>`${DONE} where m.batch_id = ${batchId} order by m.seq`);
  if (entries.length === 0) throw notFound('Receipt not found');
  return entries;
}

const UNDOABLE: Partial<Record<Action, { needs: Permission; as: Action }>> = {
  issue: { needs: 'key:issue', as: 'return' },
  return: { needs: 'key:return', as: 'issue' },
  handover: { needs: 'key:issue', as: 'handover' },
};

/** Refusal of an undo. */
const tooLate = (detail: string) => refuse(409, 'This can no longer be undone', { detail, code: 'undo' });

/** Refuses entries of other users, too old ones, and those that are not the newest of their bunch. */
function checkUndoable(me: Member, done: EntryToUndo | undefined): asserts done is EntryToUndo {
  const undoable = done && !done.details.undoneAction && done.details.before && UNDOABLE[done.action];
  if (!done || !undoable) throw tooLate('Only an issue, a return or a handover can be undone.');
  if (!hasPermission(me, undoable.needs)) throw refuse(403, REFUSALS.forbidden);
  if (done.performedBy !== me.userId || done.token !== me.tokenId || done.details.kioskId)
    throw tooLate('Only the person who did it can undo it.');
  if (done.since) throw tooLate('Something else happened to these keys since.');
  if (done.isOld) throw tooLate(`More than ${UNDO_MINUTES} minutes have passed.`);
}

/** Holders who would hold sets again, each with the reason why they may not, or null. */
type WhyNotByHolder = Map<number, string | null>;

/** Locks the holders who would get sets back: an undone return or handover is an issue again (D-28). Call before locking the bunches. */
function lockFormerHolders(tx: Tx, entries: (EntryToUndo | undefined)[]): Promise<WhyNotByHolder> {
  const sets = new Map<number, number>();
  for (const done of entries) {
    const holderId = done && done.action !== 'issue' ? done.details.before?.holderId : null;
    if (holderId) sets.set(holderId, (sets.get(holderId) ?? 0) + 1);
  }
  return lockHolders(tx, sets);
}

/**
 * Undoes entries that the caller may undo: each bunch gets its former status, holder, due time, tag, location and count back exactly. Both
 * entries stay; the new one names the undone one. The bunches are locked. `holders` are those of `lockFormerHolders`; undoing an issue
 * needs none.
 */
export async function undo(
  tx: Tx,
  me: Member,
  pairs: { bunch: Bunch; done: EntryToUndo }[],
  holders: WhyNotByHolder = new Map(),
): Promise<void> {
  const movements: MovementInput[] = [];
  const batchId = randomUUID();
  await checkStatuses(tx, pairs);
  for (const { bunch, done } of pairs) {
    const before = done.details.before ?? {};
    const why = before.holderId && holders.get(before.holderId);
    if (why) throw tooLate(`${why}.`);
    const to = await locationBefore(tx, bunch, before);
    await storeFields(tx, restored(done.action, before), [bunch.id]);
    movements.push({ ...entryOf(bunch, done, before, batchId), ...(to && { to }) });
  }
  await restoreReservations(
    tx,
    pairs.flatMap(({ done }) => done.details.reservationId ?? []),
  );
  await recordMovements(tx, me, movements);
  await notifyUndone(
    tx,
    me,
    pairs.map(({ bunch, done: { action, details } }) => ({ bunch, action, details })),
  );
}

/** A status deleted meanwhile is refused; a restored one is locked against deletion. */
async function checkStatuses(tx: Tx, pairs: { done: EntryToUndo }[]): Promise<void> {
  const statuses = pairs.flatMap(({ done }) => done.details.before?.status ?? []);
  const [gone] = await missingChoices(tx, 'statuses', statuses);
  if (gone) throw tooLate(`The status “${gone}” no longer exists.`);
}

/** The former location of a bunch that was kept elsewhere, locked against deletion; null when it stays. */
async function locationBefore(tx: Tx, bunch: Bunch, { locationId }: Partial<Bunch>) {
  if (!locationId || locationId === bunch.locationId) return null;
  return lockLocation(tx, locationId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw tooLate("Its former location was deleted, or you can't see it.");
  });
}

const NOT_OUT = { holderName: null, holderUserId: null, holderId: null, issuedAt: null, dueAt: null };
const restored = (action: Action, before: Partial<Bunch>) =>
  action === 'issue' ? { ...before, ...NOT_OUT } : before;

function entryOf(bunch: Bunch, done: EntryToUndo, before: Partial<Bunch>, batchId: string): MovementInput {
  const { action, details } = done;
  const as = UNDOABLE[action]?.as ?? 'return';
  const handover = action === 'handover';
  const holder = handover ? before.holderName : details.officer;
  const holderId = handover ? before.holderId : details.holderId;
  return {
    action: as,
    bunch,
    at: bunch.location,
    oldTag: bunch.currentTag,
    newTag: action === 'return' ? (before.currentTag ?? null) : null,
    details: {
      officer: (holder as string | null) ?? null,
      ...(holderId ? { holderId: Number(holderId) } : {}),
      ...(handover && { fromHolder: bunch.holderName, fromHolderId: bunch.holderId }),
      oldStatus: bunch.status,
      newStatus: before.status ?? 'issued',
      undoes: done.id,
      undoneAction: action,
      ...(before.dueAt && { dueAt: before.dueAt }),
      ...(action === 'return' && withoutApproval(bunch).approvalDetails),
      batchId,
    },
    before: beforeOf(bunch, 'status'),
  };
}

/** Undoes the newest entry of a bunch. */
const undoCustody: Feature<'undoCustody'> = async ({ tx, me, params }) => {
  const seen = await newestOf(tx, params.id);
  const holders = await lockFormerHolders(tx, [seen]);
  const bunch = await lockKeyBunch(tx, params.id);
  const done = await newestOf(tx, bunch.id);
  if (done?.id !== seen?.id) throw tooLate('Something else happened to these keys since.');
  checkUndoable(me, done);
  await undo(tx, me, [{ bunch, done }], holders);
  return readKeyBunch(tx, bunch.id);
};

/** Undoes a whole batch, or nothing of it. */
const undoBatch: Feature<'undoBatch'> = async ({ tx, me, body }) => {
  const seen = await entriesOfBatch(tx, body.batchId);
  const ids = seen.map(({ keyBunchId }) => keyBunchId);
  const holders = await lockFormerHolders(tx, seen);
  const found = await lockBunches(tx, ids);
  // Read again behind the lock: another request may have been first.
  const entries = await entriesOfBatch(tx, body.batchId);
  const pairs = entries.flatMap((done) => {
    const bunch = found.get(done.keyBunchId);
    return bunch ? [{ bunch, done }] : [];
  });
  const all = await row(tx, sql<{ count: number }>`select batch_entries(${body.batchId}) as count`);
  // Deleted since, or in a location that the caller may not see.
  if (pairs.length < (all?.count ?? 0))
    throw tooLate("Some of its key sets were deleted, or you can't see them.");
  for (const { done } of pairs) checkUndoable(me, done);
  await undo(tx, me, pairs, holders);
  return batchOf(tx, body.batchId, ids);
};

export const undoFeatures = { undoCustody, undoBatch };
