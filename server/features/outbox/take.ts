import { randomUUID } from 'node:crypto';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { OutboxEntry } from '../../../shared/outbox.ts';
import { row, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notifyWithout } from '../approval/emergency.ts';
import { withoutApproval } from '../approval/question.ts';
import { markSeen, seenAt, storeFields, wasMissing } from '../custody/custody.ts';
import { dueTimes, storeDue } from '../custody/due-time.ts';
import { move } from '../custody/move.ts';
import { handoverMovements, issueMovements, storeHandover, storeIssue } from '../custody/outgoing.ts';
import { byReservations, takeReservations } from '../custody/reserved.ts';
import { findReturner, returnMovements, storeReturn } from '../custody/return.ts';
import { changeStatus } from '../custody/status.ts';
import { type MovementInput, recordMovements } from '../history/log.ts';
import type { Recipient } from '../holder/recipient.ts';
import { recordTags } from '../key-bunch/change.ts';
import { type Bunch, tagsWorn } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { smallerCounts } from './judge.ts';

/** When an entry was done, now if missing, and what its movements say of that. */
export type Done = { doneAt: string | undefined; details: MovementDetails };

const stamped = (movements: MovementInput[], { doneAt, details }: Done): MovementInput[] =>
  movements.map((one) => ({ ...one, doneAt, details: { ...one.details, ...details } }));

/**
 * Makes the register say what an entry says, by the rules of custody: the set is locked, and may be in any state, as a question can be settled
 * long after. What it says already is not written again. `recipient` of an issue or a handover. Returns for whom it was reserved, if that was
 * passed over.
 */
export async function take(
  tx: Tx,
  me: Member,
  entry: OutboxEntry,
  bunch: Bunch,
  { recipient, done: asked }: { recipient: Recipient | null; done: Done },
): Promise<string | null> {
  const done = { ...asked, doneAt: await orderly(tx, bunch, asked.doneAt) };
  if (entry.kind === 'issue' || entry.kind === 'handOver')
    return give(tx, me, entry, bunch, { recipient, done });
  await takeOther(tx, me, entry, bunch, done);
  return null;
}

async function takeOther(
  tx: Tx,
  me: Member,
  entry: Exclude<OutboxEntry, Give>,
  bunch: Bunch,
  done: Done,
): Promise<void> {
  switch (entry.kind) {
    case 'return':
      return bring(tx, me, entry, bunch, done);
    case 'extend': {
      if (bunch.status !== 'issued') return;
      const dueOf = await dueTimes(tx, entry.body.dueAt, entry.doneAt);
      const { doneAt, details } = done;
      return storeDue(tx, me, bunch, {
        due: dueOf(bunch.type),
        reason: entry.body.reason,
        details: { doneAt, ...details },
      });
    }
    case 'lost':
      if (bunch.status === 'missing') return;
      return changeStatus(tx, me, [{ bunch, to: 'missing', reason: entry.body.reason, ...done }]);
    case 'found':
      if (bunch.status !== 'missing') return;
      return find(tx, me, bunch, {
        tag: entry.body.currentTag ?? bunch.currentTag,
        reason: entry.body.reason,
        done,
      });
  }
}

/** Of one set these times never go backwards; one in the future is now. */
async function orderly(tx: Tx, { id }: Bunch, doneAt: string | undefined): Promise<string | undefined> {
  if (doneAt === undefined) return undefined;
  const found = await row(
    tx,
    sql<{
      at: string | null;
    }>`select case when ${doneAt}::timestamptz < clock() then greatest(${doneAt}::timestamptz,
      (select done_at from movement_history where key_bunch_id = ${id} order by seq desc limit 1)) end as at`,
  );
  return found?.at ?? undefined;
}

type Give = Extract<OutboxEntry, { kind: 'issue' | 'handOver' }>;

async function give(
  tx: Tx,
  me: Member,
  entry: Give,
  bunch: Bunch,
  { recipient, done }: { recipient: Recipient | null; done: Done },
): Promise<string | null> {
  if (!recipient) return null;
  const { dueAt, notes } = entry.body;
  const isOut = bunch.status === 'issued';
  if (isOut && bunch.holderId === recipient.holderId && bunch.holderName === recipient.name) return null;
  const keepsDue = entry.kind === 'handOver' && dueAt === undefined;
  const due = keepsDue ? bunch.dueAt : (await dueTimes(tx, dueAt, entry.doneAt))(bunch.type);
  const facts = entry.kind === 'issue' ? entry.body : {};
  const about = { recipient, facts, notes, batchId: randomUUID() };
  const since = done.doneAt;
  // The keys are gone already: recorded over a reservation, whose people are notified.
  const isDueSent = isOut || dueAt !== undefined;
  const asked = { recipient, isDueSent, isDone: true, ...(since && { at: Date.parse(since) }) };
  const { sets: given } = await byReservations(tx, [{ bunch, due }], asked);
  const sets = given.map((one) => ({ ...one, ...withoutApproval(bunch) }));
  await takeReservations(tx, me, { ...about, sets });
  const reservedFor = sets[0]?.over?.name ?? null;
  await notifyWithout(tx, me, bunch, { recipient, due: sets[0]?.due ?? null });
  if (isOut) {
    await storeHandover(
      tx,
      sets.map((one) => ({ ...one, since })),
      recipient,
    );
    await recordMovements(tx, me, stamped(handoverMovements(sets, about), done));
    return reservedFor;
  }
  const newTag = entry.kind === 'issue' ? entry.body.newTag : null;
  await storeIssue(
    tx,
    sets.map((one) => ({ ...one, since })),
    recipient,
  );
  const outgoing = sets.map((one) => ({ ...one, newTag }));
  await recordMovements(tx, me, stamped(issueMovements(outgoing, about), done));
  return reservedFor;
}

type Return = Extract<OutboxEntry, { kind: 'return' }>;

async function bring(tx: Tx, me: Member, entry: Return, bunch: Bunch, done: Done): Promise<void> {
  const { newTag, missingNote, notes, returnedBy, toLocationId } = entry.body;
  if (bunch.status !== 'issued' && bunch.status !== 'missing') return correct(tx, me, entry, bunch, done);
  const returner = returnedBy && returnedBy !== bunch.holderId ? await findReturner(tx, returnedBy) : null;
  const counts = countsOf(entry, bunch);
  const to = toLocationId && toLocationId !== bunch.locationId ? await lockLocation(tx, toLocationId) : null;
  if (bunch.status === 'missing') {
    await find(tx, me, bunch, { tag: newTag, reason: notes, done, counts, missingNote, returner });
    if (to) await move(tx, me, [{ ...bunch, status: 'active' }], { location: to, type: null, done });
    return;
  }
  const returned = [{ ...{ bunch, newTag, missingNote, to, since: done.doneAt }, ...counts }];
  const worn = await tagsWorn(tx, [newTag]);
  await storeReturn(tx, returned);
  const about = { notes, returnedBy: returner, batchId: randomUUID() };
  return recordMovements(tx, me, stamped(returnMovements(returned, worn, about), done));
}

/** The counted keys and fobs, no more than the set has. */
function countsOf({ body }: Return, { keyCount, fobCount }: Bunch) {
  const most = (counted: number | null | undefined, has: number) =>
    typeof counted === 'number' ? Math.min(counted, has) : null;
  return { keysCounted: most(body.keysCounted, keyCount), fobsCounted: most(body.fobsCounted, fobCount) };
}

/** A set that is back already: its tag as this entry has it, and the smaller of the counts. */
async function correct(tx: Tx, me: Member, entry: Return, bunch: Bunch, done: Done): Promise<void> {
  const { newTag, missingNote, notes } = entry.body;
  if (bunch.currentTag !== newTag) {
    const worn = (await tagsWorn(tx, [newTag])).has(newTag);
    await storeFields(tx, { currentTag: newTag }, [bunch.id]);
    await recordTags(tx, me, [{ bunch, tag: { to: newTag, ...(worn && { tagReused: true as const }) } }], {
      notes,
      ...done,
    });
  }
  const { keys, fobs } = smallerCounts(entry, bunch);
  if (keys === (bunch.keysPresent ?? bunch.keyCount) && fobs === (bunch.fobsPresent ?? bunch.fobCount))
    return markSeen(tx, [bunch.id], bunch.locationId, done.doneAt);
  await storeFields(
    tx,
    {
      ...{ keysPresent: keys, fobsPresent: fobs },
      ...(missingNote && { shortNote: missingNote }),
      ...seenAt(bunch.locationId, done.doneAt),
    },
    [bunch.id],
  );
  const details = { keysCounted: keys, fobsCounted: fobs, ...(missingNote && { missingNote }) };
  await recordMovements(
    tx,
    me,
    stamped([{ action: 'status_change', bunch, at: bunch.location, notes, details }], done),
  );
}

/** `counts` of a missing set that came back: what was counted, its note, and who brought it if that is known. */
type Find = {
  tag: string | null;
  reason: string | null | undefined;
  done: Done;
  counts?: ReturnType<typeof countsOf>;
  missingNote?: string | null | undefined;
  returner?: Awaited<ReturnType<typeof findReturner>> | null;
};

/** A missing set that is on its hook: short, if fewer keys or fobs were counted than it has. */
async function find(tx: Tx, me: Member, bunch: Bunch, about: Find): Promise<void> {
  const { tag, reason, done, counts, missingNote, returner } = about;
  const former = bunch.missingFromStatus;
  const to = !former || former === 'issued' || former === 'in_use' ? 'active' : former;
  const newTag = tag === bunch.currentTag ? undefined : { to: tag };
  const details: MovementDetails = {
    ...wasMissing(bunch),
    ...countDetails(bunch, counts),
    ...(missingNote && { missingNote }),
    ...(returner && { returnedBy: returner.name, returnedById: returner.holderId }),
    ...done.details,
  };
  const fields = counts && {
    ...{ keysPresent: counts.keysCounted, fobsPresent: counts.fobsCounted },
    ...(missingNote && { shortNote: missingNote }),
  };
  await changeStatus(tx, me, [{ bunch, to, tag: newTag, fields, reason, doneAt: done.doneAt, details }]);
}

/** What an entry says of a count: nothing when nothing was counted. */
function countDetails({ keyCount, fobCount }: Bunch, counts: Find['counts']): MovementDetails {
  if (!counts || (counts.keysCounted === null && counts.fobsCounted === null)) return {};
  const { keysCounted, fobsCounted } = counts;
  return {
    ...(keysCounted !== null && { keysCounted }),
    ...(fobsCounted !== null && { fobsCounted }),
    ...{ keyCount, fobCount },
  };
}

/** The id of the newest movement of a set. */
export const newestMovement = async (tx: Tx, keyBunchId: number): Promise<number | null> =>
  (
    await row(
      tx,
      sql<{
        id: number;
      }>`select id from movement_history where key_bunch_id = ${keyBunchId} order by seq desc limit 1`,
    )
  )?.id ?? null;
