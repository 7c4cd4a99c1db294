import type { LocationRef } from '../../../shared/location.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { json, raw, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';

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
  /** When it was done, if not now: the database takes the time received for one in the future, and that of the set's newest entry for one before it. */
  doneAt?: string | undefined;
  details?: MovementDetails;
  /** Former values of changed fields, kept in the details and never shown. */
  before?: Record<string, unknown>;
};

/** History columns that features fill; the trigger function `stamp_movement` (0015-history-chain.sql) fills the others. */
const FILLED =
  raw(`key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name, to_location_id, to_location_name,
  from_bunch_type, to_bunch_type, action_type, old_tag, new_tag, performed_by_first_name, performed_by_last_name, performed_by_email, done_at, notes, details`);

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
  movements.map(({ action, bunch, at, to, toType, oldTag, newTag, doneAt, notes, details, before }) => ({
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
    done_at: doneAt,
    notes,
    details: { ...details, ...(before && { before }) },
  }));
