import { HISTORY_PAGE } from '../../../shared/limits.ts';
import type { Movement, MovementQuery } from '../../../shared/movement.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Feature, Page } from '../feature.ts';
import { actorOf } from '../history/actor.ts';
import { entriesOf, insertEntries, type MovementInput } from './entry.ts';
import { countEntries, countWhole, happenedSince, isOld, type Row, readEntries } from './read.ts';
import { type Found, lookUp } from './search.ts';

export type { MovementInput };
export { happenedSince, isOld };

/** Writes the history of the transaction; a feature's last step, as it takes the chain's lock. */
export async function recordMovements(tx: Tx, me: Member, movements: MovementInput[]): Promise<void> {
  for (const some of slices(movements)) await insertEntries(tx, entriesOf(me, some));
}

/** An entry in the reply's form. */
export function movementOf(row: Row): Movement {
  return {
    id: row.id,
    keyBunchId: row.keyBunchId,
    action: row.actionType,
    actionType: row.actionType,
    timestamp: row.timestamp,
    keyBunch: { identifier: row.keyBunchIdentifier, type: row.keyBunchType, opens: row.opens },
    keyBunchIdentifier: row.keyBunchIdentifier,
    fromLocationId: row.fromLocationId,
    toLocationId: row.toLocationId,
    fromLocation: placeOf(row.fromLocationId, row.fromLocationName),
    toLocation: placeOf(row.toLocationId, row.toLocationName),
    fromBunchType: row.fromBunchType,
    toBunchType: row.toBunchType,
    oldTag: row.oldTag,
    newTag: row.newTag,
    userId: row.performedBy,
    user: actorOf(row.performedByFirstName, row.performedByLastName, row.performedByEmail, row.calledNow),
    notes: row.notes,
    details: row.details,
    undoable: row.undoable,
  };
}

const placeOf = (id: number | null, name: string | null) => (id && name ? { id, name } : null);

/** Entries newest first, after the entry `before` or from `offset`. */
export const readMovements = async (tx: Tx, me: Member, query: MovementQuery): Promise<Movement[]> =>
  (await readEntries(tx, await lookUp(tx, me, query), query)).map(movementOf);

/** A batch of all matches, newest first, after the entry numbered `last`. */
export async function readBatch(
  tx: Tx,
  found: Found,
  some: { limit: number; last: number | undefined },
): Promise<{ movements: Movement[]; last: number | undefined }> {
  const rows = await readEntries(tx, found, some);
  return { movements: rows.map(movementOf), last: rows.at(-1)?.seq };
}

/** The same with the total. */
export async function findMovements(tx: Tx, me: Member, query: MovementQuery): Promise<Page<Movement[]>> {
  const found = await lookUp(tx, me, query);
  const isQuick = !found.where && !found.among && me.locations === null;
  const reading = readEntries(tx, found, query);
  const [rows, known] = await Promise.all([reading, isQuick && countWhole(tx)]);
  const isAll = !query.before && !query.offset && rows.length < (query.limit ?? HISTORY_PAGE);
  const { total, more } =
    known || (isAll ? { total: rows.length, more: false } : await countEntries(tx, found));
  return new Page(rows.map(movementOf), total, null, more);
}

const listMovements: Feature<'listMovements'> = ({ tx, me, query }) => findMovements(tx, me, query);

export const movementFeatures = { listMovements };
