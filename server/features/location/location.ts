import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { ListLocation } from '../../../shared/location.ts';
import { hasAnyPermission } from '../../../shared/permissions.ts';
import { prepared } from '../../database/prepared.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse, violated } from '../../refusal.ts';
import { enforcePlanLimit, lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog, recordAuditLogs } from '../history/log.ts';
import { checkChoice } from '../setting/setting.ts';

export type LocationRow = typeof locations.$inferSelect;
type Row = LocationRow;

export const NEEDS_ALL_LOCATIONS =
  'Only people with access to all locations can add one. Ask an administrator.';

/** Locations by name: all allowed ones for those who work with keys, for others those in their own list (table a). */
const listLocations: Feature<'listLocations'> = async ({ tx, me }): Promise<ListLocation[]> => {
  const mayAll = hasAnyPermission(me, ['location:view', 'key:view', 'audit:view', 'audit:create']);
  const own = me.locations ?? [];
  if (!mayAll && own.length === 0) return [];
  return tx
    .select()
    .from(locations)
    .where(mayAll ? undefined : inArray(locations.id, own))
    .orderBy(asc(sql`lower(${locations.name})`), asc(locations.id));
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

type NewLocation = typeof locations.$inferInsert;

/** Adds checked locations and returns them in order. With `later` the log is written by `logLocations`. */
export async function addLocations(
  tx: Tx,
  me: Member,
  bodies: NewLocation[],
  { later = false }: { later?: boolean } = {},
): Promise<Row[]> {
  const made: Row[] = [];
  for (const some of slices(bodies, 500)) made.push(...(await tx.insert(locations).values(some).returning()));
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

const EDITED = ['name', 'type', 'description', 'status'] as const;
export type LocationEdit = { [F in (typeof EDITED)[number]]?: Row[F] | undefined };

/** The fields of a location that differ from those sent. */
export const locationDifferences = (before: Row, sent: LocationEdit) =>
  EDITED.filter((field) => sent[field] !== undefined && sent[field] !== before[field]);

/** Stores differences of a locked location with a log line. */
export async function changeLocation(tx: Tx, me: Member, before: Row, sent: LocationEdit): Promise<Row> {
  const changed = locationDifferences(before, sent);
  if (changed.length === 0) return before;
  const [after] = await tx
    .update(locations)
    .set({
      ...Object.fromEntries(changed.map((field) => [field, sent[field]])),
      updatedAt: sql`clock()` as unknown as string,
    })
    .where(eq(locations.id, before.id))
    .returning();
  if (!after) throw notFound('Location not found');
  await recordAuditLog(tx, me, {
    action: 'location_edit',
    locationId: after.id,
    description: `Location ${after.name} changed`,
    details: {
      changes: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    },
  });
  return after;
}

/** Deletes an empty location. History and audits keep its name. */
const deleteLocation: Feature<'deleteLocation'> = async ({ tx, me, params }) => {
  const location = await lockLocationToChange(tx, params.id);
  const held = await tx.$count(keyBunches, eq(keyBunches.locationId, location.id));
  if (held > 0) throw stillHolds(held);
  await tx
    .delete(locations)
    .where(eq(locations.id, location.id))
    .catch((error: unknown) => {
      throw violated(error) === null ? error : stillHolds(1);
    });
  await recordAuditLog(tx, me, {
    action: 'location_delete',
    locationId: location.id,
    description: `Location ${location.name} deleted`,
    details: { name: location.name, type: location.type },
  });
  return { message: 'Location deleted' };
};

const locationOfId = prepared(getTableColumns(locations), (tx) =>
  tx
    .select()
    .from(locations)
    .where(eq(locations.id, sql.placeholder('id'))),
);

/** A visible location, or 404. */
export async function findLocation(tx: Tx, id: number): Promise<Row> {
  const [location] = await locationOfId(tx, { id });
  if (!location) throw notFound('Location not found');
  return location;
}

/** The destination of a bunch, locked against deletion; 404 when not visible. */
export async function lockLocation(tx: Tx, id: number) {
  const [place] = await tx
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(eq(locations.id, id))
    .for('key share');
  if (!place) throw notFound('Location not found');
  return place;
}

/** Locks locations against deletion, in order of id; 404 for missing or invisible ones. */
export async function lockLocations(tx: Tx, ids: number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const held = await tx
    .select({ id: locations.id })
    .from(locations)
    .where(inArray(locations.id, wanted))
    .orderBy(asc(locations.id))
    .for('key share');
  if (held.length < wanted.length) throw notFound('Location not found');
}

const stillHolds = (count: number) =>
  refuse(
    409,
    `This location has ${count} key ${count === 1 ? 'bunch' : 'bunches'}. Move or remove them first.`,
  );

async function lockLocationToChange(tx: Tx, id: number): Promise<Row> {
  const [location] = await tx.select().from(locations).where(eq(locations.id, id)).for('update');
  if (!location) throw notFound('Location not found');
  return location;
}

/** New values must be active and configured; stored ones stay valid on their record. */
function checkStatus(status: string | undefined, stored?: string): void {
  if (status === undefined || status === stored || status === 'active' || status === 'limited') return;
  throw refuse(400, 'Unknown status', { errors: { status: 'Unknown status' } });
}

export const locationFeatures = { listLocations, createLocation, updateLocation, deleteLocation };
