import { and, asc, count, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { EXPECTED_STATUSES } from '../../../shared/audit.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { auditExpected, auditSessions, keyBunches, locations } from '../../database/schema.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { Feature } from '../feature.ts';
import { selectBunches } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { expired, readSession, type SessionRow, selectSessions, sessionOf } from './session.ts';

/**
 * A session to act on, locked: 404 when out of sight, 403 when it is somebody else's and audit:edit is missing (DECISIONS S-20), 409
 * when it is over.
 */
export async function lockSession(tx: Tx, me: Member, id: number): Promise<SessionRow> {
  const [session] = await tx.select().from(auditSessions).where(eq(auditSessions.id, id)).for('update');
  if (!session) throw notFound('Audit session not found');
  if (session.performedBy !== me.userId && !hasPermission(me, 'audit:edit'))
    throw refuse(403, REFUSALS.forbidden);
  const over = await tx.$count(auditSessions, and(eq(auditSessions.id, id), expired));
  if (session.status !== 'in_progress' || over > 0) throw refuse(409, 'Audit session is not in progress');
  return session;
}

/** What an audit that starts now would be about. */
const getAuditScope: Feature<'getAuditScope'> = async ({ tx, params, query }) => {
  const place = and(
    eq(keyBunches.locationId, params.id),
    query.keyType ? eq(keyBunches.type, query.keyType) : undefined,
  );
  if ((await tx.$count(locations, eq(locations.id, params.id))) === 0) throw notFound('Location not found');
  const rows = await tx
    .select({ status: keyBunches.status, bunches: count() })
    .from(keyBunches)
    .where(place)
    .groupBy(keyBunches.status);
  const sum = (wanted: (status: string) => boolean) =>
    rows.filter(({ status }) => wanted(status)).reduce((total, { bunches }) => total + bunches, 0);
  return {
    expected: sum((status) => EXPECTED_STATUSES.includes(status)),
    issued: sum((status) => status === 'issued'),
    other: sum((status) => status !== 'issued' && !EXPECTED_STATUSES.includes(status)),
  };
};

/** Fixes what is expected now, and who has what is out, by value; the caller's older session here is abandoned. */
const startAudit: Feature<'startAudit'> = async ({ tx, me, body }) => {
  const place = await lockLocation(tx, body.locationId);
  const here = await selectBunches(tx)
    .where(
      and(
        eq(keyBunches.locationId, place.id),
        inArray(keyBunches.status, [...EXPECTED_STATUSES, 'issued']),
        body.keyType ? eq(keyBunches.type, body.keyType) : undefined,
      ),
    )
    .orderBy(asc(keyBunches.identifier), asc(keyBunches.id));
  const expected = here.filter((bunch) => bunch.status !== 'issued');
  if (expected.length === 0) throw refuse(400, 'No keys to audit at this location');
  await tx
    .update(auditSessions)
    .set({ status: 'abandoned' })
    .where(
      and(
        eq(auditSessions.locationId, place.id),
        eq(auditSessions.performedBy, me.userId),
        eq(auditSessions.status, 'in_progress'),
      ),
    );
  const [session] = await tx
    .insert(auditSessions)
    .values({
      locationId: place.id,
      locationName: place.name,
      keyType: body.keyType ?? null,
      mode: body.mode ?? 'manual',
      notes: body.notes ?? null,
      totalExpected: expected.length,
    })
    .returning({ id: auditSessions.id });
  const id = session?.id ?? 0;
  const rows = here.map((bunch) => ({
    auditSessionId: id,
    keyBunchId: bunch.id,
    identifier: bunch.identifier,
    currentTag: bunch.currentTag,
    type: bunch.type,
    status: bunch.status,
    holderName: bunch.holderName,
  }));
  for (const some of slices(rows)) await tx.insert(auditExpected).values(some);
  return readSession(tx, id);
};

const cancelAudit: Feature<'cancelAudit'> = async ({ tx, me, params }) => {
  const session = await lockSession(tx, me, params.id);
  await tx.update(auditSessions).set({ status: 'abandoned' }).where(eq(auditSessions.id, session.id));
  return readSession(tx, session.id);
};

const getAudit: Feature<'getAudit'> = ({ tx, params }) => readSession(tx, params.id);

const RECENT = 50;

const listAudits: Feature<'listAudits'> = async ({ tx, query }) => {
  const found = await selectSessions(tx)
    .where(
      and(
        query.locationId ? eq(auditSessions.locationId, query.locationId) : undefined,
        query.status === 'in_progress'
          ? and(eq(auditSessions.status, 'in_progress'), sql`not (${expired})`)
          : query.status
            ? or(
                and(eq(auditSessions.status, query.status), sql`not (${expired})`),
                query.status === 'abandoned' ? expired : undefined,
              )
            : undefined,
      ),
    )
    .orderBy(desc(auditSessions.id))
    .limit(RECENT);
  return found.map(sessionOf);
};

export const auditFeatures = { startAudit, cancelAudit, getAudit, getAuditScope, listAudits };
