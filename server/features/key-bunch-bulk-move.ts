import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import { labelOf } from '../../shared/setting.ts';
import { keyBunches } from '../database/schema.ts';
import type { Feature } from '../feature.ts';
import { refuse } from '../refusal.ts';
import type { Tx } from '../tenant.ts';
import { requireAudit } from './audit-verification.ts';
import { selectBunches } from './key-bunch.ts';
import { destination } from './location.ts';
import { record } from './movement.ts';
import { readSettings } from './setting.ts';

/** Moves every bunch of a type, or of all, that hangs at a location: all or none (DECISIONS D-06, S-57). */
const bulkMove: Feature<'bulkMove'> = async ({ tx, me, body }) => {
  const type = body.fromBunchType ?? null;
  const [from, to] = await inOrder(tx, body.fromLocationId, body.toLocationId);
  await requireAudit(tx, from.id, type);
  const bunches = await selectBunches(tx)
    .where(
      and(
        eq(keyBunches.locationId, from.id),
        notInArray(keyBunches.status, ['issued', 'missing']),
        type ? eq(keyBunches.type, type) : undefined,
      ),
    )
    .orderBy(asc(keyBunches.id))
    .for('update', { of: keyBunches });
  if (bunches.length === 0) {
    const name = type ? `${labelOf(await readSettings(tx), 'keyTypes', type)} keys` : 'keys';
    throw refuse(400, `No ${name} found at selected location`);
  }
  const ids = bunches.map((bunch) => bunch.id);
  await tx.update(keyBunches).set({ locationId: to.id }).where(inArray(keyBunches.id, ids));
  await record(
    tx,
    me,
    ...bunches.map((bunch) => ({
      action: 'location_move' as const,
      bunch,
      at: from,
      to,
      toType: bunch.type,
      notes: body.notes,
      details: { from: from.name, to: to.name },
    })),
  );
  return { moved: ids.length, ids };
};

/** Both ends, held in the order of their ids, so that two moves across each other wait and do not lock up. */
async function inOrder(tx: Tx, fromId: number, toId: number) {
  const first = await destination(tx, Math.min(fromId, toId));
  const second = await destination(tx, Math.max(fromId, toId));
  return fromId < toId ? ([first, second] as const) : ([second, first] as const);
}

export const keyBunchBulkMoveFeatures = { bulkMove };
