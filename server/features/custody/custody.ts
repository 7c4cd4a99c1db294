import { inArray } from 'drizzle-orm';
import type { LocationRef } from '../../../shared/location.ts';
import { ask } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { type MovementInput, recordMovements } from '../movement/movement.ts';
import { checkChoice } from '../setting/setting.ts';
import { seenAt } from '../sighting/sighting.ts';
import { wasMissing } from '../status/status.ts';
import { tagReuse } from '../tag/tag.ts';

/**
 * The custody of bunches: every call that issues, returns or moves one or many comes here, and to changeStatus (status.ts) for
 * every other status. The bunches are locked and the caller may change them; each function changes them and writes their history, which is the last
 * thing a feature does.
 */

type IssueDetails = {
  officerName: string;
  holderUserId: number | null;
  purpose?: string | null | undefined;
  notes?: string | null | undefined;
};
type Text = string | null | undefined;

const ISSUE = `update key_bunches set status = 'issued', holder_name = $2, holder_user_id = $3, issued_at = clock(),
  last_seen_at = clock(), last_seen_location_id = location_id where id = any ($1::int[])`;

/** Issues bunches to one person. The tag breaks; its number is kept until the return, and `newTag` is only recorded. */
export async function issue(
  tx: Tx,
  me: Member,
  bunches: { bunch: Bunch; newTag?: Text }[],
  { officerName, holderUserId, purpose, notes }: IssueDetails,
): Promise<void> {
  const ids = bunches.map(({ bunch }) => bunch.id);
  const movements = bunches.map(
    ({ bunch, newTag }): MovementInput => ({
      action: 'issue',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      newTag: newTag ?? null,
      notes,
      details: {
        officer: officerName,
        officerUserId: holderUserId,
        purpose: purpose ?? null,
        newTag: newTag ?? null,
        oldStatus: bunch.status,
        newStatus: 'issued',
        ...wasMissing(bunch),
      },
    }),
  );
  await Promise.all([ask(tx, ISSUE, [ids, officerName, holderUserId]), recordMovements(tx, me, movements)]);
}

const RETURN = `update key_bunches b set status = 'active', current_tag = back.tag, holder_name = null, holder_user_id = null,
  issued_at = null, last_seen_at = clock(), last_seen_location_id = b.location_id
  from unnest($1::int[], $2::text[]) as back (id, tag) where b.id = back.id`;

/** Takes issued bunches back from one person, each under its new tag. */
export async function returnBunches(
  tx: Tx,
  me: Member,
  bunches: { bunch: Bunch; newTag: string }[],
  { officerName, notes }: { officerName: string; notes?: Text },
): Promise<void> {
  const reuses = await Promise.all(bunches.map(({ newTag }) => tagReuse(tx, newTag)));
  const ids = bunches.map(({ bunch }) => bunch.id);
  const tags = bunches.map(({ newTag }) => newTag);
  const movements = bunches.map(
    ({ bunch, newTag }, index): MovementInput => ({
      action: 'return',
      bunch,
      at: bunch.location,
      oldTag: bunch.currentTag,
      newTag,
      notes,
      details: { officer: officerName, newTag, oldStatus: 'issued', newStatus: 'active', ...reuses[index] },
    }),
  );
  await Promise.all([ask(tx, RETURN, [ids, tags]), recordMovements(tx, me, movements)]);
}

/** An issued or a missing bunch is not at hand, so a move of it shows nobody where it is. */
const isAtHand = (bunch: Bunch) => bunch.status !== 'issued' && bunch.status !== 'missing';

/**
 * Gives bunches another location, another type, or both; their status stays. What is at hand counts as seen at its
 * new location.
 */
export async function move(
  tx: Tx,
  me: Member,
  bunches: Bunch[],
  { place, type, notes }: { place: LocationRef | null; type: string | null; notes?: Text },
): Promise<void> {
  const change = { ...(place && { locationId: place.id }), ...(type && { type }) };
  const seen = new Set(bunches.filter((bunch) => place && isAtHand(bunch)).map((bunch) => bunch.id));
  const rest = bunches.map((bunch) => bunch.id).filter((id) => !seen.has(id));
  if (rest.length > 0) await tx.update(keyBunches).set(change).where(inArray(keyBunches.id, rest));
  if (place && seen.size > 0)
    await tx
      .update(keyBunches)
      .set({ ...change, ...seenAt(place.id) })
      .where(inArray(keyBunches.id, [...seen]));
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

/** A move of one bunch as a form asks for it, shared with the edit form: it must lead somewhere that exists. */
export async function moveAsAsked(tx: Tx, me: Member, bunch: Bunch, to: Asked): Promise<void> {
  const place =
    to.toLocationId && to.toLocationId !== bunch.locationId ? await lockLocation(tx, to.toLocationId) : null;
  const type = to.toBunchType && to.toBunchType !== bunch.type ? to.toBunchType : null;
  if (!place && !type) throw refuse(400, 'Key bunch is already at this location');
  if (type) await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  await move(tx, me, [bunch], { place, type, notes: to.notes });
}
