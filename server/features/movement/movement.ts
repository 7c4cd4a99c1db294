import { HISTORY_PAGE } from '../../../shared/limits.ts';
import type { LocationRef } from '../../../shared/location.ts';
import type { Movement, MovementDetails, MovementQuery } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { json, raw, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Feature, Page } from '../feature.ts';
import { actorOf } from '../history/log.ts';
import { type Found, lookUp } from './filter.ts';
import { countEntries, countWhole, type Row, readEntries } from './read.ts';

/** A movement of one bunch; location and identifier are stored by value. */
export type MovementInput = {
  action: Action;
  bunch: { id: number; identifier: string; type: string };
  at: LocationRef;
  to?: LocationRef;
  toType?: string | undefined;
  oldTag?: string | null;
  newTag?: string | null;
  notes?: string | null | undefined;
  details?: MovementDetails;
  /** Former values of changed fields, kept in the details and never shown. */
  before?: Record<string, unknown>;
};

/** History columns that features fill; the database fills the others. */
const FILLED =
  raw(`key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name, to_location_id, to_location_name,
  from_bunch_type, to_bunch_type, action_type, old_tag, new_tag, performed_by_first_name, performed_by_last_name, performed_by_email, notes, details`);

/** Writes the history of the transaction, in order; a feature's last step, as it takes the chain's lock. */
export async function recordMovements(tx: Tx, me: Member, movements: MovementInput[]): Promise<void> {
  for (const some of slices(movements))
    await run(
      tx,
      sql`insert into movement_history (${FILLED}) select ${FILLED}
        from jsonb_populate_recordset(null::movement_history, ${json(entriesOf(me, some))})`,
    );
}

/** Entries of a user's action. */
const entriesOf = (me: Member, movements: MovementInput[]) =>
  movements.map(({ action, bunch, at, to, toType, oldTag, newTag, notes, details, before }) => ({
    key_bunch_id: bunch.id,
    key_bunch_identifier: bunch.identifier,
    key_bunch_type: bunch.type,
    from_location_id: at.id,
    from_location_name: at.name,
    to_location_id: to?.id,
    to_location_name: to?.name,
    from_bunch_type: bunch.type,
    to_bunch_type: toType,
    action_type: action,
    old_tag: oldTag,
    new_tag: newTag,
    performed_by_first_name: me.firstName,
    performed_by_last_name: me.lastName,
    performed_by_email: me.email,
    notes,
    details: { ...details, ...(before && { before }) },
  }));

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
