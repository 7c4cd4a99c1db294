import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { EXPECTED_STATUSES } from '../../../shared/audit-words.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { fullName } from '../../../shared/user-name.ts';
import { auditExpected, auditSessions } from '../../database/schema/audits.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { selectBunches } from '../key-bunch/old.ts';
import { readSettings } from '../setting/setting.ts';
import { readSession } from './detail.ts';
import { expired, selectSessions } from './session.ts';

/**
 * Fixes the expected sets and the holders of issued ones, by value. Abandons the caller's older session here; another user's session about
 * the same sets refuses the start.
 */
const startAudit: Feature<'startAudit'> = async ({ tx, me, body }) => {
  const keyType = body.keyType ?? null;
  const place = await holdForAudit(tx, body.locationId);
  const here = await selectBunches(tx)
    .where(
      and(
        eq(keyBunches.locationId, place.id),
        inArray(keyBunches.status, [...EXPECTED_STATUSES, 'issued']),
        keyType ? eq(keyBunches.type, keyType) : undefined,
      ),
    )
    .orderBy(asc(keyBunches.identifier), asc(keyBunches.id));
  const expected = here.filter((bunch) => bunch.status !== 'issued');
  if (expected.length === 0) throw refuse(400, 'No keys to audit at this location');
  await abandonOld(tx, me, place.id);
  await refuseOverlap(tx, me, place, keyType);
  const [session] = await tx
    .insert(auditSessions)
    .values({
      locationId: place.id,
      locationName: place.name,
      keyType,
      mode: body.mode ?? 'manual',
      notes: body.notes ?? null,
      totalExpected: expected.length,
    })
    .returning({ id: auditSessions.id });
  const id = session?.id ?? 0;
  await saveExpected(tx, id, here);
  return readSession(tx, id);
};

/** Locks the location, so that parallel starts run one after the other; issues and moves go on. */
async function holdForAudit(tx: Tx, id: number): Promise<LocationRef> {
  const [place] = await tx
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(eq(locations.id, id))
    .for('no key update');
  if (!place) throw notFound('Location not found');
  return place;
}

/** Ends the caller's open sessions of a location, and those older than a day. */
async function abandonOld(tx: Tx, me: Member, locationId: number): Promise<void> {
  await tx
    .update(auditSessions)
    .set({ status: 'abandoned' })
    .where(
      and(
        eq(auditSessions.locationId, locationId),
        eq(auditSessions.status, 'in_progress'),
        or(eq(auditSessions.performedBy, me.userId), expired),
      ),
    );
}

/** Two open audits never expect the same set: each would mark missing what the other found. */
async function refuseOverlap(tx: Tx, me: Member, place: LocationRef, keyType: string | null): Promise<void> {
  const [open] = await selectSessions(tx)
    .where(
      and(
        eq(auditSessions.locationId, place.id),
        eq(auditSessions.status, 'in_progress'),
        keyType ? or(isNull(auditSessions.keyType), eq(auditSessions.keyType, keyType)) : undefined,
      ),
    )
    .orderBy(asc(auditSessions.id))
    .limit(1);
  if (!open) return;
  const { session } = open;
  const what = session.keyType
    ? `the ${labelOf(await readSettings(tx), 'keyTypes', session.keyType)} keys at ${place.name}`
    : place.name;
  const who = fullName(open);
  const way = hasPermission(me, 'audit:edit')
    ? 'Continue their audit, or cancel it first.'
    : 'Wait until they complete or cancel it, or ask an administrator to.';
  throw refuse(409, `${who} has been auditing ${what} since ${session.startTime.slice(11, 16)} UTC. ${way}`, {
    code: 'audit_open',
    quotes: true,
    since: session.startTime,
  });
}

async function saveExpected(tx: Tx, auditSessionId: number, here: Bunch[]): Promise<void> {
  const rows = here.map((bunch) => ({
    auditSessionId,
    keyBunchId: bunch.id,
    identifier: bunch.identifier,
    currentTag: bunch.currentTag,
    type: bunch.type,
    status: bunch.status,
    holderName: bunch.holderName,
  }));
  for (const some of slices(rows)) await tx.insert(auditExpected).values(some);
}

export const auditStartFeatures = { startAudit };
