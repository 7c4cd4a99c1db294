import type { LocationRef } from '../../../shared/location.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { type MovementInput, recordMovements } from '../history/log.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { checkChoice } from '../setting/setting.ts';
import { seenAt, storeFields, type Text } from './custody.ts';

/** Moving an issued or missing bunch does not mean that it was seen. */
const isAtHand = (bunch: Bunch) => bunch.status !== 'issued' && bunch.status !== 'missing';

type MoveTo = {
  location: LocationRef | null;
  type: string | null;
  notes?: Text;
  unseen?: true;
  /** When it was done, if not now, and what its entries say of that. */
  done?: { doneAt: string | undefined; details: MovementDetails };
};

/** Changes location, type or both; the status stays. A bunch at hand counts as seen at its new location, unless the move is `unseen`. */
export async function move(
  tx: Tx,
  me: Member,
  bunches: Bunch[],
  { location, type, notes, unseen, done }: MoveTo,
): Promise<void> {
  const change = { ...(location && { locationId: location.id }), ...(type && { type }) };
  const seen = new Set(
    bunches.filter((bunch) => location && !unseen && isAtHand(bunch)).map((bunch) => bunch.id),
  );
  const rest = bunches.map((bunch) => bunch.id).filter((id) => !seen.has(id));
  if (rest.length > 0) await storeFields(tx, change, rest);
  if (location && seen.size > 0)
    await storeFields(tx, { ...change, ...seenAt(location.id, done?.doneAt) }, [...seen]);
  const movements = bunches.map(
    (bunch): MovementInput => ({
      action: location ? 'location_move' : 'move',
      bunch,
      at: bunch.location,
      ...(location && { to: location }),
      toType: type ?? bunch.type,
      notes,
      doneAt: done?.doneAt,
      details: {
        ...done?.details,
        from: location ? bunch.location.name : bunch.type,
        to: location ? location.name : type,
        ...(location && type && { changes: { type: { from: bunch.type, to: type } } }),
      },
    }),
  );
  await recordMovements(tx, me, movements);
}

type MoveFields = {
  toLocationId?: number | null | undefined;
  toBunchType?: Text;
  notes?: Text;
};

/** A move of one bunch from a form, also from the edit form; the location must exist. */
export async function moveByForm(tx: Tx, me: Member, bunch: Bunch, to: MoveFields): Promise<void> {
  const location =
    to.toLocationId && to.toLocationId !== bunch.locationId ? await lockLocation(tx, to.toLocationId) : null;
  const type = to.toBunchType && to.toBunchType !== bunch.type ? to.toBunchType : null;
  if (!location && !type) throw refuse(400, 'The set is already at this location', { code: 'already_there' });
  if (type) await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  await move(tx, me, [bunch], { location, type, notes: to.notes });
}
