import { createHash, randomUUID } from 'node:crypto';
import type { Batch, RefusedItem } from '../../../shared/custody.ts';
import { NOT_ISSUED } from '../../../shared/custody-words.ts';
import { fullName } from '../../../shared/user-name.ts';
import { keyBunches, signatures } from '../../database/schema/register.ts';
import { assign, insert, row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { type RefusalBody, refuse, refuseItems, SET_NOT_FOUND } from '../../refusal.ts';
import { BUNCHES, type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';

/**
 * Shared by all changes of custody, for one bunch or a batch: issue.ts, handover.ts, outgoing.ts, return.ts, move.ts, status.ts, undo.ts.
 * What a set no longer is when its status changes (holder, due time, missing, short) is cleared by the trigger `stamp_custody`
 * (0012-register.sql). The bunches are locked and the caller is authorised; each function changes them and writes their history last.
 */

export type Text = string | null | undefined;
/** Shared by an issue, a return or a handover of several bunches. `signature` is the SHA-256 of the signature. */
export type BatchDetails = { batchId: string; signature?: string | null; notes?: Text };

/** The columns of a bunch that an entry keeps for its undo (undo.ts). */
export const beforeOf = <K extends keyof Bunch>(bunch: Bunch, ...columns: K[]): Pick<Bunch, K> =>
  Object.fromEntries(columns.map((column) => [column, bunch[column]])) as Pick<Bunch, K>;

/** History details of a bunch that was missing. */
export const wasMissing = (bunch: Bunch) =>
  bunch.missingSince === null
    ? {}
    : { missingSince: bunch.missingSince, previousStatus: bunch.missingFromStatus };

export type Fields = Parameters<typeof assign<typeof keyBunches>>[1];

/** Sets the same fields of bunches. */
export const storeFields = (tx: Tx, fields: Fields, ids: number[]): Promise<number> =>
  run(tx, sql`update key_bunches set ${assign(keyBunches, fields)} where id = any (${ids}::int[])`);

/** Columns of a bunch seen at a location, now or when it was done, set together with other changes. */
export const seenAt = (locationId: number, doneAt?: string) => ({
  lastSeenAt: doneAt ?? sql`clock()`,
  lastSeenLocationId: locationId,
});

/** Records that bunches were seen at a location; lastUpdated and updatedAt stay. */
export async function markSeen(tx: Tx, ids: number[], locationId: number, doneAt?: string): Promise<void> {
  if (ids.length > 0) await storeFields(tx, seenAt(locationId, doneAt), ids);
}

/** Refuses a bunch that is not issued, and names the return that came first, if the latest issue or return is one. */
export async function checkIssued(tx: Tx, bunch: Bunch): Promise<void> {
  if (bunch.status !== 'issued')
    throw refuse(409, NOT_ISSUED, { code: 'not_issued', ...(await lastReturn(tx, bunch)) });
}

type LastMovement = Parameters<typeof fullName>[0] & { action: string; at: string };

async function lastReturn(tx: Tx, bunch: Bunch): Promise<Pick<RefusalBody, 'detail' | 'happened'>> {
  const last = await row(
    tx,
    sql<LastMovement>`select action_type as action, "timestamp" as at, performed_by_first_name as "firstName",
        performed_by_last_name as "lastName", performed_by_email as email
      from movement_history where key_bunch_id = ${bunch.id} and action_type in ('return', 'issue')
      order by seq desc limit 1`,
  );
  if (last?.action !== 'return') return {};
  const name = fullName(last);
  return { detail: `${name} returned it.`, happened: { action: 'return', name, at: last.at } };
}

type Signed = {
  signature?: { signer: string; path: string } | null | undefined;
  notes?: string | null | undefined;
};

/** Creates a batch with its signature. */
export async function startBatch(tx: Tx, { signature, notes }: Signed) {
  const batchId = randomUUID();
  if (!signature) return { batchId, notes };
  await run(tx, insert(signatures, { batchId, ...signature }));
  return { batchId, notes, signature: createHash('sha256').update(signature.path).digest('hex') };
}

/** The result of a batch, with its sets in the requested order. */
export async function batchOf(tx: Tx, batchId: string, ids: number[]): Promise<Batch> {
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
export async function lockBunches(tx: Tx, ids: number[]): Promise<Map<number, Bunch>> {
  const lock = sql<Bunch>`${ofIds(ids)} order by key_bunches.id for update of key_bunches`;
  const seen = await rows(tx, lock);
  const bunches = seen.length < ids.length ? await rows(tx, lock) : seen;
  return new Map(bunches.map((bunch) => [bunch.id, bunch]));
}

/** Why a bunch can't be part of a batch; null when it can. */
export type BatchCheck = (bunch: Bunch) => Omit<RefusedItem, 'keyBunchId'> | null;

/** Locks the bunches of a batch and returns them in the requested order. If any is refused, the refusal names all refused ones. */
export async function lockBatch(tx: Tx, ids: number[], check: BatchCheck): Promise<Bunch[]> {
  if (new Set(ids).size < ids.length) throw refuse(400, 'Each key set can be named only once');
  const found = await lockBunches(tx, ids);
  const refused: RefusedItem[] = [];
  const bunches: Bunch[] = [];
  for (const keyBunchId of ids) {
    const bunch = found.get(keyBunchId);
    const why = bunch ? check(bunch) : { message: SET_NOT_FOUND };
    if (why) refused.push({ keyBunchId, ...why });
    else if (bunch) bunches.push(bunch);
  }
  if (refused.length > 0) throw refuseItems(refused);
  return bunches;
}
