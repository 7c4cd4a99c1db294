import type { LocationRef } from '../../../shared/location.ts';
import { run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { type MovementInput, recordMovements } from '../movement/movement.ts';
import { kept, type Together } from './custody.ts';
import { tagsWorn } from './tag.ts';

type Count = number | null | undefined;
/** A returned bunch: its new tag, the counted keys and fobs (all unless counted), and another location if it is kept elsewhere. */
export type Returned = {
  bunch: Bunch;
  newTag: string;
  keysCounted?: Count;
  fobsCounted?: Count;
  missingNote?: string | null | undefined;
  to?: LocationRef | null;
};
/** The person who returned the keys, when not their holder. */
type Bringer = { name: string; holderId: number | null };

/** Returns issued bunches, each under its new tag. One with fewer keys or fobs than registered becomes short. */
export async function returnBunches(
  tx: Tx,
  me: Member,
  returned: Returned[],
  {
    officerName,
    returnedBy,
    notes,
    batchId,
    signature,
  }: Together & { officerName?: string; returnedBy?: Bringer | null },
): Promise<void> {
  for (const one of returned) checkCounts(one);
  const tags = returned.map(({ newTag }) => newTag);
  const worn = await tagsWorn(tx, tags);
  const movements = returned.map(
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
      before: kept(
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
  await Promise.all([storeReturn(tx, returned), recordMovements(tx, me, movements)]);
}

const storeReturn = (tx: Tx, returned: Returned[]) =>
  run(
    tx,
    sql`update key_bunches b set status = 'active', current_tag = back.tag, holder_name = null, holder_user_id = null,
        issued_at = null, location_id = back.place, last_seen_at = clock(), last_seen_location_id = back.place,
        keys_present = back.keys, fobs_present = back.fobs, short_note = coalesce(back.note, b.short_note)
      from unnest(${returned.map(({ bunch }) => bunch.id)}::int[], ${returned.map(({ newTag }) => newTag)}::text[],
        ${returned.map(({ bunch, to }) => to?.id ?? bunch.locationId)}::int[],
        ${returned.map(({ keysCounted }) => keysCounted ?? null)}::int[],
        ${returned.map(({ fobsCounted }) => fobsCounted ?? null)}::int[],
        ${returned.map(({ missingNote }) => missingNote ?? null)}::text[]) as back (id, tag, place, keys, fobs, note)
      where b.id = back.id`,
  );

/** No more than the set has can be returned. */
function checkCounts({ bunch, keysCounted, fobsCounted }: Returned): void {
  const over = (field: 'keysCounted' | 'fobsCounted', count: Count, has: number, noun: string) => {
    if (typeof count !== 'number' || count <= has) return;
    const message = `${bunch.identifier} has ${has} ${has === 1 ? noun : `${noun}s`}`;
    throw refuse(400, message, { errors: { [field]: message }, quotes: true });
  };
  over('keysCounted', keysCounted, bunch.keyCount, 'key');
  over('fobsCounted', fobsCounted, bunch.fobCount, 'fob');
}
