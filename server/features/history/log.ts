import type { Actor } from '../../../shared/actor.ts';
import { HISTORY_PAGE } from '../../../shared/limits.ts';
import type { LocationRef } from '../../../shared/location.ts';
import type { AuditLog, MovementDetails } from '../../../shared/movement.ts';
import type { Action } from '../../../shared/movement-words.ts';
import { auditLog } from '../../database/schema/history.ts';
import { all, columns, json, raw, rows, run, type Sql, slices, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { cutIdPage, idBehind } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';

export type Logged = {
  action: string;
  bunch?: { id: number; locationId: number };
  locationId?: number;
  description: string;
  details?: Record<string, unknown>;
};

/** The author of an entry. The database records the transaction's user or token; names are current. */
type LoggedBy = Pick<Member, 'companyId' | 'userId' | 'firstName' | 'lastName' | 'email' | 'tokenId'>;

const COLUMNS = raw(
  'action, key_bunch_id, location_id, description, details, user_first_name, user_last_name, user_email',
);

/** Writes to the audit log; after the movements, as it takes the same chain lock. */
export const recordAuditLog = (tx: Tx, me: LoggedBy, logged: Logged): Promise<void> =>
  recordAuditLogs(tx, me, [logged]);

/** The same for several entries, in order. */
export async function recordAuditLogs(tx: Tx, me: LoggedBy, all: Logged[]): Promise<void> {
  for (const some of slices(all)) {
    const entries = some.map(({ action, bunch, locationId, description, details }) => ({
      action,
      key_bunch_id: bunch?.id ?? null,
      location_id: bunch?.locationId ?? locationId ?? null,
      description,
      details: details ?? {},
      user_first_name: me.firstName,
      user_last_name: me.lastName,
      user_email: me.email,
    }));
    await run(
      tx,
      sql`insert into audit_log (${COLUMNS}) select ${COLUMNS} from jsonb_to_recordset(${json(entries)}) as entry (action text,
        key_bunch_id int, location_id int, description text, details jsonb, user_first_name text, user_last_name text, user_email text)`,
    );
  }
}

/** The same in a system transaction, which then belongs to that user or token. */
export async function recordAuditLogAs(tx: Tx, who: LoggedBy, logged: Logged): Promise<void> {
  const { companyId, userId, tokenId } = who;
  await run(
    tx,
    sql`select set_config('app.company_id', ${String(companyId)}, true), set_config('app.user_id', ${String(userId)}, true),
      set_config('app.token_id', ${String(tokenId ?? '')}, true)`,
  );
  await recordAuditLog(tx, who, logged);
}

/** The sent fields that differ from the stored ones. */
export const differing = <F extends string>(
  fields: readonly F[],
  before: { [K in F]?: unknown },
  sent: { [K in F]?: unknown },
): F[] => fields.filter((field) => sent[field] !== undefined && sent[field] !== before[field]);

/** Changed fields with their old and new values, for an entry's details. */
export const changesOf = <F extends string>(
  fields: readonly F[],
  before: { [K in F]?: unknown },
  after: { [K in F]?: unknown },
): Record<string, { from: unknown; to: unknown }> =>
  Object.fromEntries(fields.map((field) => [field, { from: before[field], to: after[field] ?? null }]));

type Entry = RowOf<typeof auditLog> & { now: CalledNow };

/** The log of a bunch, newest first, as far as visible; also of a deleted one. 404 when the caller may see nothing of it. */
const listAuditLogs: Feature<'listAuditLogs'> = async ({ tx, query }) => {
  const { cursor, limit = cursor ? HISTORY_PAGE : null } = query;
  const before = idBehind(cursor);
  const older = before !== undefined && sql`seq < (select seq from audit_log where id = ${before})`;
  const where = all(sql`key_bunch_id = ${query.keyBunchId}`, older);
  const found = await rows(
    tx,
    sql<Entry>`select ${columns(auditLog, { without: ['prevHash', 'hash', 'after'] })}, ${calledNow('log')} as now
      from audit_log where ${where} order by seq desc limit ${limit === null ? null : limit + 1}`,
  );
  const { shown: entries, next } = cutIdPage(found, limit ?? found.length);
  if (
    entries.length === 0 &&
    (await run(tx, sql`select from key_bunches where id = ${query.keyBunchId}`)) === 0
  )
    throw notFound('Key set not found');
  const items = entries.map(
    (row): AuditLog => ({
      id: row.id,
      action: row.action,
      keyBunchId: row.keyBunchId,
      description: row.description,
      timestamp: row.timestamp,
      user: actorOf(row.userFirstName, row.userLastName, row.userEmail, row.now),
      details: row.details,
    }),
  );
  return new Page(items, null, next);
};

export const auditLogFeatures = { listAuditLogs };

/** An account's current name; null when the entry has it. */
export type CalledNow = NonNullable<Actor['now']> | null;

/** Who acted, with their name then, and the current name if different. */
export const actorOf = (
  firstName: string | null,
  lastName: string | null,
  email: string,
  now: CalledNow = null,
): Actor => ({
  username: email.split('@')[0] ?? email,
  firstName,
  lastName,
  email,
  ...(now && { now }),
});

/** Columns of an entry's actor. */
type Columns = { table: string; person: string; token: string; names: string };
const ENTRIES = {
  movement: {
    table: 'movement_history',
    person: 'performed_by',
    token: 'performed_by_token',
    names: 'performed_by',
  },
  log: { table: 'audit_log', person: 'user_id', token: 'token_id', names: 'user' },
} satisfies Record<string, Columns>;

/** SQL for the current name of an entry's actor; null when unchanged, and for API tokens and kiosks, which have their own names. */
export function calledNow(of: keyof typeof ENTRIES): Sql {
  const { table, person, token, names } = ENTRIES[of];
  const own = ['first_name', 'last_name', 'email'].map((name) => `${table}.${names}_${name}`).join(', ');
  return raw(`(select jsonb_build_object('name', coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''),
      split_part(u.email, '@', 1)), 'email', u.email)
    from users u where u.company_id = ${table}.company_id and u.id = ${table}.${person} and ${table}.${token} is null
      and not ${table}.details ? 'kioskId'
      and (u.first_name, u.last_name, u.email) is distinct from (${own}))`);
}

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
