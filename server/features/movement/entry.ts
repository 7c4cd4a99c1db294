import type { LocationRef } from '../../../shared/location.ts';
import type { MovementDetails } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { ask } from '../../database/prepared.ts';
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
  details?: MovementDetails;
  /** Former values of changed fields, kept in the details and never shown. */
  before?: Record<string, unknown>;
};

/** History columns that features fill; the database fills the others. */
const COLUMNS = {
  key_bunch_id: 'int',
  key_bunch_identifier: 'text',
  key_bunch_type: 'text',
  from_location_id: 'int',
  from_location_name: 'text',
  to_location_id: 'int',
  to_location_name: 'text',
  from_bunch_type: 'text',
  to_bunch_type: 'text',
  action_type: 'text',
  old_tag: 'text',
  new_tag: 'text',
  performed_by_first_name: 'text',
  performed_by_last_name: 'text',
  performed_by_email: 'text',
  notes: 'text',
  details: 'jsonb',
} as const;
type Entry = Record<keyof typeof COLUMNS, unknown>;

const names = Object.keys(COLUMNS).join(', ');
const typed = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');
const INSERT = `insert into movement_history (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as entry (${typed})`;

/** Inserts any number of entries in order, in one statement. */
export const insertEntries = (tx: Tx, entries: Entry[]): Promise<unknown> =>
  ask(tx, INSERT, [JSON.stringify(entries)]);

/** Entries of a user's action. */
export const entriesOf = (me: Member, movements: MovementInput[]): Entry[] =>
  movements.map(({ action, bunch, at, to, toType, oldTag, newTag, notes, details, before }) => ({
    key_bunch_id: bunch.id,
    key_bunch_identifier: bunch.identifier,
    key_bunch_type: bunch.type,
    from_location_id: at.id,
    from_location_name: at.name,
    to_location_id: to?.id ?? null,
    to_location_name: to?.name ?? null,
    from_bunch_type: bunch.type,
    to_bunch_type: toType ?? null,
    action_type: action,
    old_tag: oldTag ?? null,
    new_tag: newTag ?? null,
    performed_by_first_name: me.firstName,
    performed_by_last_name: me.lastName,
    performed_by_email: me.email,
    notes: notes ?? null,
    details: { ...details, ...(before && { before }) },
  }));
