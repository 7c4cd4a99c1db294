import type { ListLocation, LocationRef } from '../../../shared/location.ts';
import { hasAnyPermission } from '../../../shared/permissions.ts';
import { LOCATION_FIELDS, namesOf } from '../../../shared/record-fields.ts';
import { locations } from '../../database/schema/register.ts';
import { all, assign, columns, insert, row, rows, run, slices, sql } from '../../database/sql.ts';
import type { NewRowOf, RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse, violated } from '../../refusal.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { changesOf, differing, recordAuditLog, recordAuditLogs } from '../history/log.ts';
import { checkChoice } from '../setting/setting.ts';

export type LocationRow = RowOf<typeof locations>;
type Row = LocationRow;

/** Every field of locations. */
export const LOCATIONS = sql<Row>`select ${columns(locations)} from locations`;

export const NEEDS_ALL_LOCATIONS =
  'Only people with access to all locations can add one. Ask an administrator.';

const PAGE = 50;

function behind(cursor: string) {
  const [name, id] = readCursor(cursor, [{ kind: 'text' }, { kind: 'id' }]);
  return sql`(lower(name), id) > (lower(${name}::text collate natural_order), ${id})`;
}

/** Locations by name: all allowed ones for those who work with keys, for others those in their own list (table a). */
const listLocations: Feature<'listLocations'> = async ({ tx, me, query }) => {
  const mayAll = hasAnyPermission(me, ['location:view', 'key:view', 'audit:view', 'audit:create']);
  if (!mayAll && !me.locations?.length) return [];
  const which = all(
    !mayAll && sql`id = any (${me.locations})`,
    query.changedSince && sql`updated_at >= ${query.changedSince}::timestamptz`,
    query.cursor && behind(query.cursor),
  );
  const { cursor, limit = cursor ? PAGE : null } = query;
  const most = limit === null ? null : limit + 1;
  const found = await rows(tx, sql<Row>`${LOCATIONS} where ${which} order by lower(name), id limit ${most}`);
  const { shown, next } = cutPage(found, limit ?? found.length, ({ name, id }) => writeCursor([name, id]));
  return new Page<ListLocation[]>(shown, null, next);
};

/** Adds a location. Not for users limited to locations, who could not see it. */
const createLocation: Feature<'createLocation'> = async ({ tx, me, body }) => {
  if (me.locations) throw refuse(403, NEEDS_ALL_LOCATIONS);
  checkStatus(body.status);
  await checkChoice(tx, 'locationTypes', body.type, 'Unknown type');
  await enforcePlanLimit(tx, await lockPlan(tx), 'locations');
  const [made] = await addLocations(tx, me, [body]);
  if (!made) throw new Error('The database returned no new location');
  return made;
};

type NewLocation = NewRowOf<typeof locations>;

/** Adds checked locations and returns them in order. With `later` the log is written by `logLocations`. */
export async function addLocations(
  tx: Tx,
  me: Member,
  bodies: NewLocation[],
  { later = false }: { later?: boolean } = {},
): Promise<Row[]> {
  const made: Row[] = [];
  for (const some of slices(bodies, 500)) {
    const added = sql<Row>`${insert(locations, some)} returning ${columns(locations)}`;
    made.push(...(await rows(tx, added)));
  }
  if (!later) await logLocations(tx, me, made);
  return made;
}

/** Log lines of added locations. */
export const logLocations = (tx: Tx, me: Member, made: Row[]) =>
  recordAuditLogs(
    tx,
    me,
    made.map(({ id, name, type, status }) => ({
      action: 'location_create',
      locationId: id,
      description: `Location ${name} added`,
      details: { name, type, status },
    })),
  );

const updateLocation: Feature<'updateLocation'> = async ({ tx, me, params, body, ifMatch }) => {
  const before = await lockLocationToChange(tx, params.id);
  checkFresh(ifMatch, before.updatedAt);
  checkStatus(body.status, before.status);
  if (body.type && body.type !== before.type)
    await checkChoice(tx, 'locationTypes', body.type, 'Unknown type');
  return changeLocation(tx, me, before, body);
};

const EDITED = namesOf(LOCATION_FIELDS);
export type LocationEdit = { [F in (typeof EDITED)[number]]?: Row[F] | undefined };

/** The fields of a location that differ from those sent. */
export const locationDifferences = (before: Row, sent: LocationEdit) => differing(EDITED, before, sent);

/** Stores differences of a locked location with a log line. */
export async function changeLocation(tx: Tx, me: Member, before: Row, sent: LocationEdit): Promise<Row> {
  const changed = locationDifferences(before, sent);
  if (changed.length === 0) return before;
  const edited = Object.fromEntries(changed.map((field) => [field, sent[field]]));
  const after = await row(
    tx,
    sql<Row>`update locations set ${assign(locations, edited)}, updated_at = clock() where id = ${before.id}
      returning ${columns(locations)}`,
  );
  if (!after) throw notFound('Location not found');
  await recordAuditLog(tx, me, {
    action: 'location_edit',
    locationId: after.id,
    description: `Location ${after.name} changed`,
    details: { changes: changesOf(changed, before, after) },
  });
  return after;
}

/** Deletes an empty location. History and audits keep its name. */
const deleteLocation: Feature<'deleteLocation'> = async ({ tx, me, params }) => {
  const location = await lockLocationToChange(tx, params.id);
  const held = await row(
    tx,
    sql<{ sets: number }>`select count(*)::int as sets from key_bunches where location_id = ${location.id}`,
  );
  if (held?.sets) throw stillHolds(held.sets);
  // Their turns first, as every call that changes a kiosk does.
  await run(
    tx,
    sql`select from kiosk_turns where kiosk_id in (select id from kiosks where location_id = ${location.id}) order by kiosk_id for update`,
  );
  const kiosks = await rows(
    tx,
    sql<{
      id: number;
      name: string;
    }>`select id, name from kiosks where location_id = ${location.id} and revoked_at is null order by id for update`,
  );
  await run(tx, sql`delete from locations where id = ${location.id}`).catch((error: unknown) => {
    throw violated(error) === null ? error : stillHolds(1);
  });
  const locationId = location.id;
  await recordAuditLogs(tx, me, [
    ...kiosks.map(({ id, name }) => ({
      action: 'kiosk_delete',
      locationId,
      description: `Kiosk ${name} deleted with its location`,
      details: { ofKiosk: id, name, location: location.name },
    })),
    {
      action: 'location_delete',
      locationId,
      description: `Location ${location.name} deleted`,
      details: { name: location.name, type: location.type },
    },
  ]);
  return { message: 'Location deleted' };
};

/** A visible location, or 404. */
export async function findLocation(tx: Tx, id: number): Promise<Row> {
  const location = await row(tx, sql<Row>`${LOCATIONS} where id = ${id}`);
  if (!location) throw notFound('Location not found');
  return location;
}

/** The destination of a bunch, locked against deletion; 404 when not visible. */
export async function lockLocation(tx: Tx, id: number): Promise<LocationRef> {
  const location = await row(
    tx,
    sql<LocationRef>`select id, name from locations where id = ${id} for key share`,
  );
  if (!location) throw notFound('Location not found');
  return location;
}

/** Locks locations against deletion, in order of id; 404 for missing or invisible ones. */
export async function lockLocations(tx: Tx, ids: number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const held = await run(tx, sql`select from locations where id = any (${wanted}) order by id for key share`);
  if (held < wanted.length) throw notFound('Location not found');
}

const stillHolds = (count: number) =>
  refuse(
    409,
    `This location has ${count} key ${count === 1 ? 'bunch' : 'bunches'}. Move or remove them first.`,
    { code: 'in_use' },
  );

async function lockLocationToChange(tx: Tx, id: number): Promise<Row> {
  const location = await row(tx, sql<Row>`${LOCATIONS} where id = ${id} for update`);
  if (!location) throw notFound('Location not found');
  return location;
}

/** New values must be active and configured; stored ones stay valid on their record. */
function checkStatus(status: string | undefined, stored?: string): void {
  if (status === undefined || status === stored || status === 'active' || status === 'limited') return;
  throw refuse(400, 'Unknown status', { errors: { status: 'Unknown status' } });
}

export const locationFeatures = { listLocations, createLocation, updateLocation, deleteLocation };
