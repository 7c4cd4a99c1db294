import { createHash, randomUUID } from 'node:crypto';
import type { AuditedLocation } from '../../../shared/audit.ts';
import { isBetween } from '../../../shared/audit-parts.ts';
import { EXPECTED_STATUSES, spotSize } from '../../../shared/audit-words.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { inNaturalOrder } from '../../../shared/natural-order.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { fullName } from '../../../shared/user-name.ts';
import { auditSessions } from '../../database/schema/history.ts';
import { all, insert, json, row, rows, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature, Input } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { type BunchCount, readCounts, sumOf } from '../key-bunch/count.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { findLocation } from '../location/location.ts';
import { readSettings } from '../setting/setting.ts';
import { readSession } from './audit.ts';
import { hear } from './members.ts';
import { EXPIRED, HAS_OTHERS, SESSIONS, type Session } from './session.ts';

/** What an audit started now would expect. */
const getAuditScope: Feature<'getAuditScope'> = async ({ tx, params, query }) => {
  await findLocation(tx, params.id);
  const counts = await readCounts(tx, { locationId: params.id, type: query.keyType });
  const sum = (wanted: (row: BunchCount) => boolean) => sumOf(counts.filter(wanted));
  const isExpected = (status: string) => EXPECTED_STATUSES.includes(status);
  return {
    expected: sum(({ status }) => isExpected(status)),
    withoutNfc: sum(({ status, hasNfc }) => isExpected(status) && !hasNfc),
    issued: sum(({ status }) => status === 'issued'),
    other: sum(({ status }) => status !== 'issued' && !isExpected(status)),
    ...(query.hooks && { hooks: await readHooks(tx, params.id, query.keyType ?? null) }),
  };
};

/** The sets of an audit of everything at a location, those out too. */
const setsAt = (locationId: number, keyType: string | null) =>
  all(
    sql`key_bunches.location_id = ${locationId}`,
    sql`key_bunches.status = any (${[...EXPECTED_STATUSES, 'issued']})`,
    keyType !== null && sql`key_bunches.type = ${keyType}`,
  );

async function readHooks(tx: Tx, locationId: number, keyType: string | null) {
  const found = await row(
    tx,
    sql<{ sets: number; first: string | null; last: string | null }>`
      select count(position)::int as sets, min(position) as first, max(position) as last from key_bunches
      where ${setsAt(locationId, keyType)} and position is not null`,
  );
  const { sets, first, last } = found ?? { sets: 0, first: null, last: null };
  return { sets, drawn: spotSize(sets), first, last };
}

/** All locations, longest without an audit first. */
const listAuditedLocations: Feature<'listAuditedLocations'> = ({ tx }) =>
  rows(
    tx,
    sql<AuditedLocation>`
      select locations.id, locations.name, locations.type, coalesce(held.expected, 0)::int as expected,
        last.id as "last.id", last.end_time as "last.endTime", last.key_type as "last.keyType", last.missing as "last.missing"
      from locations
      left join (select location_id, sum(bunches) as expected from bunch_counts where status = any (${EXPECTED_STATUSES})
        group by location_id) held on held.location_id = locations.id
      left join lateral (select id, end_time, key_type, cardinality(missing_bunches) as missing from audit_sessions
        where location_id = locations.id and status = 'completed' and kind = 'full' and end_time is not null order by end_time desc limit 1) last on true
      order by coalesce(held.expected, 0)::int = 0, last.end_time asc nulls first, lower(locations.name), locations.id`,
  );

/**
 * Fixes the expected sets and the holders of issued ones, by value. Abandons the caller's older session here; another user's session about
 * the same sets refuses the start.
 */
const startAudit: Feature<'startAudit'> = async ({ tx, me, body }) => {
  const { keyType = null, kind = 'full' } = body;
  const location = await lockForAudit(tx, body.locationId);
  const everything = await rows(
    tx,
    sql<Bunch>`${BUNCHES} where ${setsAt(location.id, keyType)} order by key_bunches.identifier, key_bunches.id`,
  );
  const seed = randomUUID();
  const here = chosen(everything, body, seed);
  const expected = here.filter((bunch) => bunch.status !== 'issued');
  if (expected.length === 0 && (kind !== 'spot' || here.length === 0))
    throw refuse(400, NOTHING[kind], { code: 'nothing_to_audit' });
  await abandonOld(tx, me, location.id);
  await refuseOverlap(tx, me, location, keyType);
  const session = {
    locationId: location.id,
    locationName: location.name,
    keyType,
    mode: body.mode,
    kind,
    ...(kind === 'part' && { fromHook: body.fromHook, toHook: body.toHook }),
    blind: body.blind,
    notes: body.notes ?? null,
    totalExpected: expected.length,
  };
  const made = await row(tx, sql<{ id: number }>`${insert(auditSessions, session)} returning id`);
  if (!made) throw new Error('The database returned no new audit');
  await hear(tx, made);
  await saveExpected(tx, made.id, here);
  if (kind === 'spot')
    await recordAuditLog(tx, me, {
      action: 'audit_draw',
      locationId: location.id,
      description: `Spot check of ${location.name}: ${here.length} of ${onHooks(everything).length} sets drawn`,
      details: {
        auditSessionId: made.id,
        location: location.name,
        drawn: here.length,
        among: onHooks(everything).length,
        seed,
      },
    });
  return readSession(tx, me, made.id);
};

const NOTHING = {
  full: 'No keys to audit at this location',
  part: 'No keys to audit on these hooks',
  spot: 'No set at this location has a hook',
};

const onHooks = (bunches: readonly Bunch[]) => bunches.filter(({ position }) => position !== null);

type Chosen = Pick<Input<'startAudit'>['body'], 'kind' | 'fromHook' | 'toHook'>;

/**
 * The sets of an audit of that kind. A spot check takes the first of those with a hook in the order of a hash of `seed` and their id, so that the
 * draw can be repeated from the log.
 */
function chosen(bunches: Bunch[], { kind, fromHook, toHook }: Chosen, seed: string): Bunch[] {
  if (kind === 'spot') {
    const among = onHooks(bunches).map((bunch) => ({ bunch, lot: lotOf(seed, bunch.id) }));
    const drawn = among.sort((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, spotSize(among.length));
    return drawn.map(({ bunch }) => bunch);
  }
  if (kind !== 'part') return bunches;
  if (!fromHook || !toHook || inNaturalOrder(fromHook, toHook) > 0)
    throw refuse(400, REFUSALS.badBody, {
      errors: fromHook
        ? { toHook: 'Choose a hook at or after the first' }
        : { fromHook: 'Choose the first hook' },
    });
  return bunches.filter(({ position }) => isBetween(position, fromHook, toHook));
}

const lotOf = (seed: string, id: number): string =>
  createHash('sha256').update(`${seed} ${id}`).digest('hex');

/** Locks the location, so that parallel starts run one after the other; issues and moves go on. */
export async function lockForAudit(tx: Tx, id: number): Promise<LocationRef> {
  const location = await row(
    tx,
    sql<LocationRef>`select id, name from locations where id = ${id} for no key update`,
  );
  if (!location) throw notFound('Location not found');
  return location;
}

/** Ends the caller's open sessions of a location without other members, and those older than a day. */
async function abandonOld(tx: Tx, me: Member, locationId: number): Promise<void> {
  await run(
    tx,
    sql`update audit_sessions set status = 'abandoned'
      where location_id = ${locationId} and status = 'in_progress' and (performed_by = ${me.userId} and not ${HAS_OTHERS} or ${EXPIRED})`,
  );
}

/** Two open audits never expect the same set: each would mark missing what the other found. */
async function refuseOverlap(
  tx: Tx,
  me: Member,
  location: LocationRef,
  keyType: string | null,
): Promise<void> {
  const where = all(
    sql`audit_sessions.location_id = ${location.id}`,
    sql`audit_sessions.status = 'in_progress'`,
    keyType !== null && sql`audit_sessions.key_type is null or audit_sessions.key_type = ${keyType}`,
  );
  const open = await row(tx, sql<Session>`${SESSIONS} where ${where} order by audit_sessions.id limit 1`);
  if (!open) return;
  const what = open.keyType
    ? `the ${labelOf(await readSettings(tx), 'keyTypes', open.keyType)} keys at ${location.name}`
    : location.name;
  const own = open.performedBy === me.userId;
  const who = own ? 'Other people take part in your audit of' : `${fullName(open)} has been auditing`;
  const way = own
    ? 'Continue it, or cancel it first.'
    : hasPermission(me, 'audit:edit')
      ? 'Continue their audit, or cancel it first.'
      : 'Join it, or wait until it is completed.';
  throw refuse(409, `${who} ${what} since ${open.startTime.slice(11, 16)} UTC. ${way}`, {
    code: 'audit_open',
    quotes: true,
    since: open.startTime,
    auditSessionId: open.id,
  });
}

async function saveExpected(tx: Tx, auditSessionId: number, here: Bunch[]): Promise<void> {
  for (const some of slices(here)) {
    const sets = some.map((bunch) => ({
      id: bunch.id,
      identifier: bunch.identifier,
      current_tag: bunch.currentTag,
      type: bunch.type,
      status: bunch.status,
      holder_name: bunch.holderName,
      position: bunch.position,
      key_count: bunch.keysPresent ?? bunch.keyCount,
      fob_count: bunch.fobsPresent ?? bunch.fobCount,
    }));
    await run(
      tx,
      sql`insert into audit_expected (audit_session_id, key_bunch_id, identifier, current_tag, type, status, holder_name, position, key_count,
          fob_count)
        select ${auditSessionId}::int, id, identifier, current_tag, type, status, holder_name, position, key_count, fob_count
        from jsonb_to_recordset(${json(sets)}) as sets (id int, identifier text, current_tag text, type text, status text, holder_name text,
          position text, key_count int, fob_count int)`,
    );
  }
}

export const auditStartFeatures = { getAuditScope, listAuditedLocations, startAudit };
