import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { ListLocation } from '../../../shared/location.ts';
import { hasAnyPermission } from '../../../shared/permissions.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse, violated } from '../../http/refusal.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import type { Feature } from '../feature.ts';
import { enforcePlanLimit, lockPlan } from '../plan/plan.ts';
import { checkChoice } from '../setting/setting.ts';

type Row = typeof locations.$inferSelect;

/** Locations in order of their names: all allowed ones to whoever works with keys, to others those in their own list (table a). */
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

/** Adds a location. Whoever is limited to some locations could not see the new one, so they may not add it. */
const createLocation: Feature<'createLocation'> = async ({ tx, me, body }) => {
  if (me.locations)
    throw refuse(403, 'Only people with access to all locations can add one. Ask an administrator.');
  checkStatus(body.status);
  await checkChoice(tx, 'locationTypes', body.type, 'Unknown type');
  await enforcePlanLimit(tx, await lockPlan(tx), 'locations');
  const [made] = await tx.insert(locations).values(body).returning();
  if (!made) throw new Error('The database returned no new location');
  await recordAuditLog(tx, me, {
    action: 'location_create',
    locationId: made.id,
    description: `Location ${made.name} added`,
    details: { name: made.name, type: made.type, status: made.status },
  });
  return made;
};

const updateLocation: Feature<'updateLocation'> = async ({ tx, me, params, body, ifMatch }) => {
  const before = await lockLocationToChange(tx, params.id);
  checkFresh(ifMatch, before.updatedAt);
  checkStatus(body.status, before.status);
  if (body.type && body.type !== before.type)
    await checkChoice(tx, 'locationTypes', body.type, 'Unknown type');
  const changed = (['name', 'type', 'description', 'status'] as const).filter(
    (field) => body[field] !== undefined && body[field] !== before[field],
  );
  if (changed.length === 0) return before;
  const [after] = await tx
    .update(locations)
    .set({ ...body, updatedAt: sql`clock()` as unknown as string })
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
};

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

/** A location the caller may see, or 404. */
export async function findLocation(tx: Tx, id: number): Promise<Row> {
  const [location] = await tx.select().from(locations).where(eq(locations.id, id));
  if (!location) throw notFound('Location not found');
  return location;
}

/** The location a bunch goes to, held so that it cannot be deleted meanwhile; 404 when the caller cannot see it. */
export async function lockLocation(tx: Tx, id: number) {
  const [place] = await tx
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(eq(locations.id, id))
    .for('key share');
  if (!place) throw notFound('Location not found');
  return place;
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

/** New values are active and limited; what is already stored stays valid on its record. */
function checkStatus(status: string | undefined, stored?: string): void {
  if (status === undefined || status === stored || status === 'active' || status === 'limited') return;
  throw refuse(400, 'Unknown status', { errors: { status: 'Unknown status' } });
}

export const locationFeatures = { listLocations, createLocation, updateLocation, deleteLocation };
