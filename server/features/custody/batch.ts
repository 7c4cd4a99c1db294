import { createHash, randomUUID } from 'node:crypto';
import type { Batch, RefusedItem } from '../../../shared/custody.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { signatures } from '../../database/schema/register.ts';
import { insert, row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { BUNCHES, type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { issue } from './custody.ts';
import { dueTimes } from './due-time.ts';
import { lockRecipient } from './recipient.ts';
import { returnBunches } from './return.ts';
import { entriesOfBatch, lockFormerHolders, tooLate, undo } from './undo.ts';

/** Issues several sets to one person, all or none. */
const issueBatch: Feature<'issueBatch'> = async ({ tx, me, body }) => {
  const ids = body.items.map(({ keyBunchId }) => keyBunchId);
  const recipient = await lockRecipient(tx, body, ids.length);
  const [bunches, dueOf] = await Promise.all([lockBatch(tx, ids, checkIn), dueTimes(tx, body.dueAt)]);
  const together = await startBatch(tx, body);
  const outgoing = bunches.map((bunch) => ({ bunch, due: dueOf(bunch.type) }));
  await issue(tx, me, outgoing, { ...together, recipient, facts: body });
  return batchOf(tx, together.batchId, ids);
};

/** Takes several sets back, all or none, each under its new tag. */
const returnBatch: Feature<'returnBatch'> = async ({ tx, me, body }) => {
  if (body.items.some(({ toLocationId }) => toLocationId) && !hasPermission(me, 'key:move'))
    throw refuse(403, REFUSALS.forbidden);
  const places = await lockPlaces(tx, body.items);
  const bringer = body.returnedBy ? await findBringer(tx, body.returnedBy) : null;
  const ids = body.items.map(({ keyBunchId }) => keyBunchId);
  const bunches = await lockBatch(tx, ids, checkOut);
  const items = new Map(body.items.map((item) => [item.keyBunchId, item]));
  const returned = bunches.flatMap((bunch) => {
    const item = items.get(bunch.id);
    const to = item?.toLocationId === bunch.locationId ? null : places.get(item?.toLocationId ?? 0);
    return item ? [{ ...item, bunch, to: to ?? null }] : [];
  });
  const together = await startBatch(tx, body);
  await returnBunches(tx, me, returned, {
    ...together,
    returnedBy: bringer && bunches.some(({ holderId }) => holderId !== bringer.holderId) ? bringer : null,
  });
  return batchOf(tx, together.batchId, ids);
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
  if (pairs.length < (all?.count ?? 0)) throw tooLate('Not all of its key sets are there for you any more.');
  await undo(tx, me, pairs, holders);
  return batchOf(tx, body.batchId, ids);
};

type Signed = {
  signature?: { signer: string; path: string } | null | undefined;
  notes?: string | null | undefined;
};

/** Creates a batch with its signature. */
async function startBatch(tx: Tx, { signature, notes }: Signed) {
  const batchId = randomUUID();
  if (!signature) return { batchId, notes };
  await run(tx, insert(signatures, { batchId, ...signature }));
  return { batchId, notes, signature: createHash('sha256').update(signature.path).digest('hex') };
}

async function lockPlaces(tx: Tx, items: { toLocationId?: number | null | undefined }[]) {
  const ids = [...new Set(items.flatMap(({ toLocationId }) => toLocationId ?? []))].sort((a, b) => a - b);
  const places = await Promise.all(ids.map((id) => lockLocation(tx, id)));
  return new Map(places.map((place) => [place.id, place]));
}

/** The person who returns keys may be anyone in the register, also one who may not hold keys. */
async function findBringer(tx: Tx, id: number) {
  const holder = await row(tx, sql<{ name: string }>`select name from holders where id = ${id}`);
  if (!holder) throw notFound('Person not found');
  return { name: holder.name, holderId: id };
}

/** The result of a batch, with its sets in the requested order. */
async function batchOf(tx: Tx, batchId: string, ids: number[]): Promise<Batch> {
  const [bunches, now] = await Promise.all([
    rows(tx, ofIds(ids)),
    row(tx, sql<{ at: string }>`select clock() as at`),
  ]);
  const found = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  return {
    batchId,
    at: new Date(now?.at ?? 0).toISOString(),
    keyBunches: ids.flatMap((id) => {
      const bunch = found.get(id);
      return bunch ? [keyBunchOf(bunch)] : [];
    }),
  };
}

const ofIds = (ids: number[]) => sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}::int[])`;

/**
 * Locks bunches in order of id, as every lock of several does; leaves out those the caller may not see. One that was moved during the lock
 * wait is read again (`lockKeyBunch`).
 */
async function lockBunches(tx: Tx, ids: number[]): Promise<Map<number, Bunch>> {
  const lock = sql<Bunch>`${ofIds(ids)} order by key_bunches.id for update of key_bunches`;
  const seen = await rows(tx, lock);
  const bunches = seen.length < ids.length ? await rows(tx, lock) : seen;
  return new Map(bunches.map((bunch) => [bunch.id, bunch]));
}

const NOT_FOUND = 'Key set not found';

/** Why a bunch can't be part of a batch; null when it can. */
type Check = (bunch: Bunch) => Omit<RefusedItem, 'keyBunchId'> | null;

/** Locks the bunches of a batch and returns them in the requested order. If any is refused, the refusal names all refused ones. */
async function lockBatch(tx: Tx, ids: number[], check: Check): Promise<Bunch[]> {
  if (new Set(ids).size < ids.length) throw refuse(400, 'Each key set can be named only once');
  const found = await lockBunches(tx, ids);
  const refused: RefusedItem[] = [];
  const bunches: Bunch[] = [];
  for (const keyBunchId of ids) {
    const bunch = found.get(keyBunchId);
    const why = bunch ? check(bunch) : { message: NOT_FOUND };
    if (why) refused.push({ keyBunchId, ...why });
    else if (bunch) bunches.push(bunch);
  }
  if (refused.length === 0) return bunches;
  if (refused.every(({ message }) => message === NOT_FOUND))
    throw refuse(404, NOT_FOUND, { items: refused, code: 'items' });
  const count = refused.length === 1 ? '1 key set' : `${refused.length} key sets`;
  throw refuse(409, `${count} could not be part of this. Nothing was recorded.`, {
    items: refused,
    code: 'items',
  });
}

/** Only bunches that are not issued can be issued. */
const checkIn: Check = (bunch) =>
  bunch.status === 'issued'
    ? {
        message: 'Keys are already issued',
        detail: `Issued to ${bunch.holderName ?? ''}.`,
      }
    : null;

/** Only issued bunches can be returned. */
const checkOut: Check = (bunch) =>
  bunch.status === 'issued' ? null : { message: 'Keys are not currently issued' };

export const batchFeatures = { issueBatch, returnBatch, undoBatch };
