import pg from 'pg';

export type Row = Record<string, unknown>;
type Parser = (text: string) => unknown;

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

/** A pool of Keyhold's size. Times are read as text, counts as numbers. */
export function openPool(config: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: 36,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: ((oid: number, format: 'text') => {
        if (oid === TIMESTAMPTZ) return (text: string) => text;
        if (oid === BIGINT) return Number;
        return pg.types.getTypeParser(oid, format) as Parser;
      }) as pg.CustomTypesConfig['getTypeParser'],
    },
  });
  // Errors of idle connections need no handling; a query on a cut connection rejects.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Queries = { query(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> };

/** Runs a named statement: PostgreSQL parses and plans it once a connection. */
export const ask = async (on: Queries, name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await on.query({ name, text, values })).rows;

/** The number in the column `total` of a statement's row. */
export const count = async (on: Queries, name: string, text: string, values: unknown[]): Promise<number> =>
  Number((await ask(on, name, text, values))[0]?.total ?? 0);

/** The columns of a set with its location and where it was last seen, and their tables. */
export const BUNCHES = `select b.id, b.company_id, b.identifier, b.type, b.current_tag, b.nfc_serial, b.location_id, b.status, b.key_count,
  b.fob_count, b.key_description, b.notes, b.second_person, b.position, b.premises, b.image_url, b.image_updated_at, b.holder_name, b.holder_id,
  b.holder_user_id, b.issued_at, b.due_at, b.keys_present, b.fobs_present, b.short_note, b.short_since, b.short_holder_id,
  b.short_holder_name, b.last_holder_name, b.last_holder_id, b.last_holder_user_id, b.missing_since, b.missing_from_status, b.last_seen_at, b.last_updated, b.created_at,
  b.updated_at, l.name as place_name, l.type as place_type, l.description as place_description, l.status as place_status,
  s.id as seen_id, s.name as seen_name
  from key_bunches b
  join locations l on l.company_id = b.company_id and l.id = b.location_id
  left join locations s on s.company_id = b.company_id and s.id = b.last_seen_location_id`;

export const MOVEMENTS = `select id, key_bunch_id, key_bunch_identifier, key_bunch_type, from_location_id, from_location_name,
  to_location_id, to_location_name, from_bunch_type, to_bunch_type, action_type, old_tag, new_tag, performed_by,
  performed_by_first_name, performed_by_last_name, performed_by_email, "timestamp", done_at, notes, details,
  (select jsonb_build_object('keyDescription', b.key_description, 'premises', b.premises) from key_bunches b
   where b.company_id = movement_history.company_id and b.id = movement_history.key_bunch_id) as opens
  from movement_history`;

/** Converts PostgreSQL's text of a time to that of the replies. */
export function iso(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const [seconds = '', fraction = ''] = value.replace(' ', 'T').replace('+00', '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}

const placeOf = (row: Row) => ({
  id: row.location_id,
  companyId: row.company_id,
  name: row.place_name,
  type: row.place_type,
  description: row.place_description,
  status: row.place_status,
});

const holderOf = (name: unknown, id: unknown, userId: unknown) =>
  name === null ? null : { name, id, userId };
const refOf = (id: unknown, name: unknown) => (id && name ? { id, name } : null);

const missingOf = (row: Row) =>
  row.missing_since === null
    ? null
    : {
        since: iso(row.missing_since),
        lastHolder: holderOf(row.last_holder_name, row.last_holder_id, row.last_holder_user_id),
        lastLocation: refOf(row.seen_id, row.seen_name) ?? refOf(row.location_id, row.place_name),
        previousStatus: row.missing_from_status,
      };

const shortOf = (row: Row) =>
  row.short_since === null
    ? null
    : {
        keysPresent: row.keys_present ?? row.key_count,
        fobsPresent: row.fobs_present ?? row.fob_count,
        note: row.short_note,
        since: iso(row.short_since),
        lastHolder: holderOf(row.short_holder_name, row.short_holder_id, null),
      };

/** A set as in lists. */
export const bunchOf = (row: Row) => ({
  id: row.id,
  companyId: row.company_id,
  identifier: row.identifier,
  type: row.type,
  currentTag: row.current_tag,
  nfcSerial: row.nfc_serial,
  locationId: row.location_id,
  location: placeOf(row),
  status: row.status,
  keyCount: row.key_count,
  fobCount: row.fob_count,
  keyDescription: row.key_description,
  description: row.key_description,
  notes: row.notes,
  secondPerson: row.second_person,
  position: row.position,
  premises: row.premises,
  hasImage: row.image_url !== null,
  imageUpdatedAt: iso(row.image_updated_at),
  holder: holderOf(row.holder_name, row.holder_id, row.holder_user_id),
  issuedAt: iso(row.issued_at),
  dueAt: iso(row.due_at),
  short: shortOf(row),
  missing: missingOf(row),
  lastSeenAt: iso(row.last_seen_at),
  lastSeenLocation: refOf(row.seen_id, row.seen_name),
  lastUpdated: iso(row.last_updated),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** A set as in its own reply. */
export const detailOf = (row: Row) => ({ ...bunchOf(row), imageUrl: row.image_url });

/** A missing set as in the dashboard. */
export const missingBunchOf = (row: Row) => ({
  id: row.id,
  identifier: row.identifier,
  type: row.type,
  location: placeOf(row),
  lastUpdated: iso(row.last_updated),
  missing: missingOf(row),
});

export const actorOf = (firstName: unknown, lastName: unknown, email: unknown) => ({
  username: String(email).split('@')[0],
  firstName,
  lastName,
  email,
});

/** An entry of the history. */
export const movementOf = (row: Row) => ({
  id: row.id,
  keyBunchId: row.key_bunch_id,
  action: row.action_type,
  actionType: row.action_type,
  timestamp: iso(row.timestamp),
  doneAt: iso(row.done_at),
  lateEntry: false,
  keyBunch: { identifier: row.key_bunch_identifier, type: row.key_bunch_type, opens: row.opens },
  keyBunchIdentifier: row.key_bunch_identifier,
  fromLocationId: row.from_location_id,
  toLocationId: row.to_location_id,
  fromLocation: refOf(row.from_location_id, row.from_location_name),
  toLocation: refOf(row.to_location_id, row.to_location_name),
  fromBunchType: row.from_bunch_type,
  toBunchType: row.to_bunch_type,
  oldTag: row.old_tag,
  newTag: row.new_tag,
  userId: row.performed_by,
  user: actorOf(row.performed_by_first_name, row.performed_by_last_name, row.performed_by_email),
  notes: row.notes,
  details: row.details,
  // The seed's history is older than UNDO_MINUTES.
  undoable: false,
});
