import { randomUUID } from 'node:crypto';
import { NOT_ISSUED, overCount } from '../../../shared/custody-words.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { row, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { type MovementInput, recordMovements } from '../history/log.ts';
import { checkNamed } from '../holder/recipient.ts';
import { type Bunch, lockKeyBunch, readKeyBunch, tagsWorn } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import {
  type BatchCheck,
  type BatchDetails,
  batchOf,
  beforeOf,
  checkIssued,
  lockBatch,
  startBatch,
  storeFields,
  type Text,
} from './custody.ts';

/** Returns an issued bunch under a new tag (specification.md, table b). */
const returnKeyBunch: Feature<'returnKeyBunch'> = async ({ tx, me, params, body }) => {
  const [bunch, worn] = await Promise.all([lockKeyBunch(tx, params.id), tagsWorn(tx, [body.newTag])]);
  await checkIssued(tx, bunch);
  const returner = body.holderId ? await findReturner(tx, body.holderId) : null;
  if (returner) checkNamed(returner, body.officerName);
  const about = {
    ...body,
    officerName: returner?.name ?? body.officerName,
    returnedBy: returner?.holderId === bunch.holderId ? null : returner,
    batchId: randomUUID(),
  };
  const [, returned] = await Promise.all([
    returnBunches(tx, me, [{ bunch, ...body }], worn, about),
    readKeyBunch(tx, bunch.id),
  ]);
  return returned;
};

/** Takes several sets back, all or none, each under its new tag. */
const returnBatch: Feature<'returnBatch'> = async ({ tx, me, body }) => {
  if (body.items.some(({ toLocationId }) => toLocationId) && !hasPermission(me, 'key:move'))
    throw refuse(403, REFUSALS.forbidden);
  const locations = await lockLocations(tx, body.items);
  const returner = body.returnedBy ? await findReturner(tx, body.returnedBy) : null;
  const ids = body.items.map(({ keyBunchId }) => keyBunchId);
  const bunches = await lockBatch(tx, ids, refusalOfReturn);
  const items = new Map(body.items.map((item) => [item.keyBunchId, item]));
  const returned = bunches.flatMap((bunch) => {
    const item = items.get(bunch.id);
    const to = item?.toLocationId === bunch.locationId ? null : locations.get(item?.toLocationId ?? 0);
    return item ? [{ ...item, bunch, to: to ?? null }] : [];
  });
  const batch = await startBatch(tx, body);
  const worn = await tagsWorn(
    tx,
    returned.map(({ newTag }) => newTag),
  );
  await returnBunches(tx, me, returned, worn, {
    ...batch,
    returnedBy: returner && bunches.some(({ holderId }) => holderId !== returner.holderId) ? returner : null,
  });
  return batchOf(tx, batch.batchId, ids);
};

async function lockLocations(tx: Tx, items: { toLocationId?: number | null | undefined }[]) {
  const ids = [...new Set(items.flatMap(({ toLocationId }) => toLocationId ?? []))].sort((a, b) => a - b);
  const locations = await Promise.all(ids.map((id) => lockLocation(tx, id)));
  return new Map(locations.map((location) => [location.id, location]));
}

/** The person who returns keys may be anyone in the register, also one who may not hold keys. */
export async function findReturner(tx: Tx, id: number) {
  const holder = await row(tx, sql<{ name: string }>`select name from holders where id = ${id}`);
  if (!holder) throw notFound('Person not found');
  return { name: holder.name, holderId: id };
}

/** Only issued bunches can be returned. */
const refusalOfReturn: BatchCheck = (bunch) => (bunch.status === 'issued' ? null : { message: NOT_ISSUED });

type Count = number | null | undefined;
/** A returned bunch: its new tag, the counted keys and fobs (all unless counted), and another location if it is kept elsewhere. */
export type ReturnedBunch = {
  bunch: Bunch;
  newTag: string;
  keysCounted?: Count;
  fobsCounted?: Count;
  missingNote?: Text;
  to?: LocationRef | null;
  /** When it came back, if not now. */
  since?: string | undefined;
};
/** The person who returned the keys, when not their holder. */
type Returner = { name: string; holderId: number | null };

type Returning = BatchDetails & { officerName?: Text; returnedBy?: Returner | null };

/**
 * Returns issued bunches, each under its new tag; `worn` are those that a set had before. One with fewer keys or fobs than registered becomes
 * short. The writes of one set are sent at once: what the caller sends beside them is answered after them.
 */
export async function returnBunches(
  tx: Tx,
  me: Member,
  returned: ReturnedBunch[],
  worn: Set<string>,
  about: Returning,
): Promise<void> {
  for (const one of returned) checkCounts(one);
  const movements = returnMovements(returned, worn, about);
  await Promise.all([storeReturn(tx, returned), recordMovements(tx, me, movements)]);
}

/** History entries of a return; `worn` are those of the new tags that a set had before. */
export function returnMovements(
  returned: ReturnedBunch[],
  worn: Set<string>,
  { officerName, returnedBy, notes, batchId, signature }: Returning,
): MovementInput[] {
  const tags = returned.map(({ newTag }) => newTag);
  return returned.map(
    ({ bunch, newTag, keysCounted, fobsCounted, missingNote, to }, index): MovementInput => ({
      action: 'return',
      bunch,
      at: bunch.location,
      ...(to && { to }),
      oldTag: bunch.currentTag,
      newTag,
      notes,
      details: {
        officer: officerName ?? bunch.holderName,
        ...(bunch.holderId && { holderId: bunch.holderId }),
        newTag,
        oldStatus: 'issued',
        newStatus: 'active',
        ...((worn.has(newTag) || tags.indexOf(newTag) < index) && { tagReused: true }),
        ...(typeof keysCounted === 'number' && { keysCounted }),
        ...(typeof fobsCounted === 'number' && { fobsCounted }),
        ...(missingNote && { missingNote }),
        ...(returnedBy && { returnedBy: returnedBy.name, returnedById: returnedBy.holderId }),
        keyCount: bunch.keyCount,
        fobCount: bunch.fobCount,
        batchId,
        ...(signature && { signature }),
      },
      before: beforeOf(
        bunch,
        'status',
        'currentTag',
        'locationId',
        'holderName',
        'holderUserId',
        'holderId',
        'issuedAt',
        'dueAt',
        'keysPresent',
        'fobsPresent',
        'shortNote',
        'shortSince',
        'shortHolderId',
        'shortHolderName',
      ),
    }),
  );
}

/** Takes issued bunches back, without history. */
export const storeReturn = (tx: Tx, returned: ReturnedBunch[]) =>
  run(
    tx,
    sql`update key_bunches b set status = 'active', current_tag = back.tag, holder_name = null, holder_user_id = null,
        issued_at = null, location_id = back.location, last_seen_at = coalesce(back.since, clock()), last_seen_location_id = back.location,
        keys_present = back.keys, fobs_present = back.fobs, short_note = coalesce(back.note, b.short_note)
      from unnest(${returned.map(({ bunch }) => bunch.id)}::int[], ${returned.map(({ newTag }) => newTag)}::text[],
        ${returned.map(({ bunch, to }) => to?.id ?? bunch.locationId)}::int[],
        ${returned.map(({ keysCounted }) => keysCounted ?? null)}::int[],
        ${returned.map(({ fobsCounted }) => fobsCounted ?? null)}::int[],
        ${returned.map(({ missingNote }) => missingNote ?? null)}::text[], ${returned.map(({ since }) => since ?? null)}::timestamptz[])
        as back (id, tag, location, keys, fobs, note, since)
      where b.id = back.id`,
  );

/** No more than the set has can be returned. */
function checkCounts({ bunch, ...counted }: ReturnedBunch): void {
  const over = overCount(bunch, counted);
  if (over) throw refuse(400, over.message, { errors: { [over.field]: over.message }, quotes: true });
}

/** Ends a shortage: all keys were found, or the counted ones become the set's registered number. */
const settleShort: Feature<'settleShort'> = async ({ tx, me, params, body }) => {
  const writtenOff = body.outcome === 'written_off';
  if (writtenOff && !hasPermission(me, 'key:edit')) throw refuse(403, REFUSALS.forbidden);
  const bunch = await lockKeyBunch(tx, params.id);
  if (bunch.shortSince === null) throw refuse(409, 'These keys are complete', { code: 'complete' });
  const keys = bunch.keysPresent ?? bunch.keyCount;
  const fobs = bunch.fobsPresent ?? bunch.fobCount;
  if (writtenOff && keys === 0)
    throw refuse(409, 'A set has at least one key', { code: 'last_key', detail: 'Delete the set instead.' });
  const counted = writtenOff && { keyCount: keys, fobCount: fobs };
  await storeFields(tx, { keysPresent: null, fobsPresent: null, ...counted }, [bunch.id]);
  await recordMovements(tx, me, [
    {
      action: 'status_change',
      bunch,
      at: bunch.location,
      details: {
        short: body.outcome,
        keysCounted: writtenOff ? keys : bunch.keyCount,
        fobsCounted: writtenOff ? fobs : bunch.fobCount,
        ...(bunch.shortNote && { missingNote: bunch.shortNote }),
        ...(body.reason && { reason: body.reason }),
        ...(writtenOff && {
          changes: {
            keyCount: { from: bunch.keyCount, to: keys },
            fobCount: { from: bunch.fobCount, to: fobs },
          },
        }),
      },
    },
  ]);
  return readKeyBunch(tx, bunch.id);
};

export const returnFeatures = { returnKeyBunch, returnBatch, settleShort };
