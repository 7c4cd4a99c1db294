import { EXPECTED_STATUSES } from '../../../shared/audit-words.ts';
import type { BulkMovePlan, MoveConcern } from '../../../shared/bulk-move.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { all, row, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { auditorsOf, EXPIRED, SESSIONS, type Session } from '../audit/session.ts';
import { requireAudit } from '../audit/verification.ts';
import { move, moveByForm } from '../custody/move.ts';
import type { Feature } from '../feature.ts';
import { countBunches, readCounts, sumOf } from '../key-bunch/count.ts';
import { BUNCHES, type Bunch, findBunch, lockKeyBunch, readKeyBunch } from '../key-bunch/key-bunch.ts';
import { findLocation, lockLocation } from '../location/location.ts';
import { readSettings } from '../setting/setting.ts';

/**
 * Bunches of one or all types that a bulk move takes from a location. Issued ones are with their holders, missing ones can't be carried.
 */
const movable = (locationId: number, type: string | null | undefined) =>
  sql<Bunch>`${BUNCHES} where key_bunches.location_id = ${locationId} ${type ? sql`and key_bunches.type = ${type}` : sql``}
    and key_bunches.status not in ('issued', 'missing')`;

/** Preview: what a bulk move would take now, and what would stay. */
const getBulkMove: Feature<'getBulkMove'> = async ({ tx, query }) => {
  const { fromLocationId, toLocationId, fromBunchType: type } = query;
  const from = await findLocation(tx, fromLocationId);
  const to = toLocationId ? await findLocation(tx, toLocationId) : null;
  const bunches = await rows(
    tx,
    sql<Bunch>`${movable(from.id, type)} order by key_bunches.identifier, key_bunches.id`,
  );
  const counts = await readCounts(tx, { locationId: from.id });
  const ofTypes = type ? counts.filter((one) => one.type === type) : counts;
  const sum = (...wanted: readonly string[]) =>
    sumOf(ofTypes.filter(({ status }) => wanted.includes(status)));
  return {
    bunches,
    issued: sum('issued'),
    missing: sum('missing'),
    expected: sum(...EXPECTED_STATUSES),
    atFrom: sumOf(counts),
    atTo: to && (await countBunches(tx, { locationId: to.id })),
    ...(await concernsOf(tx, to, type)),
  };
};

/** Moves all bunches of one or all types from a location, all or none. */
const bulkMove: Feature<'bulkMove'> = async ({ tx, me, body }) => {
  const type = body.fromBunchType ?? null;
  const [from, to] = await inOrder(tx, body.fromLocationId, body.toLocationId);
  await requireAudit(tx, from.id, type);
  const bunches = await rows(
    tx,
    sql<Bunch>`${movable(from.id, type)} order by key_bunches.id for update of key_bunches`,
  );
  if (body.keyBunchIds) await checkShown(tx, body.keyBunchIds, bunches, from);
  if (body.accepted) await checkConcerns(tx, await findLocation(tx, to.id), type, body.accepted);
  if (bunches.length === 0) {
    const name = type ? `${labelOf(await readSettings(tx), 'keyTypes', type)} keys` : 'keys';
    throw refuse(400, `No ${name} found at selected location`, { code: 'nothing_to_move', quotes: true });
  }
  const ids = bunches.map((bunch) => bunch.id);
  await move(tx, me, bunches, { location: to, type: null, notes: body.notes });
  const written = await row(
    tx,
    sql<{ at: string }>`select "timestamp" as at from movement_history
      where to_location_id = ${to.id} order by done_at desc, seq desc limit 1`,
  );
  return { moved: ids.length, ids, at: written?.at ?? '' };
};

/**
 * Moves a bunch to another location, changes its type, or both. As a step of a bulk move it needs that permission, a verified audit, and
 * the bunch at the step's location.
 */
const moveKeyBunch: Feature<'moveKeyBunch'> = async ({ tx, me, params, body }) => {
  const bulk = Boolean(body.fromLocationId);
  if (!hasPermission(me, bulk ? 'key:bulk_move' : 'key:move')) throw refuse(403, REFUSALS.forbidden);
  const { type } = await findBunch(tx, params.id);
  const auditedType = body.fromBunchType ?? type;
  if (body.fromLocationId) {
    await lockLocation(tx, body.fromLocationId);
    await requireAudit(tx, body.fromLocationId, auditedType);
  }
  const bunch = await lockKeyBunch(tx, params.id);
  if (body.fromLocationId) {
    const elsewhere = bunch.locationId !== body.fromLocationId;
    if (elsewhere || bunch.type !== auditedType) {
      throw refuse(409, REFUSALS.stale, {
        code: 'stale',
        detail: `${bunch.identifier} is now at ${bunch.location.name}.`,
      });
    }
  }
  await moveByForm(tx, me, bunch, body);
  return readKeyBunch(tx, bunch.id);
};

/** Both locations, locked against deletion in order of id to avoid deadlocks. */
async function inOrder(tx: Tx, fromId: number, toId: number) {
  const first = await lockLocation(tx, Math.min(fromId, toId));
  const second = await lockLocation(tx, Math.max(fromId, toId));
  return fromId < toId ? ([first, second] as const) : ([second, first] as const);
}

/** Differences listed by name; the rest is counted. */
const LINES_MAX = 5;

/** Refuses when the bunches differ from those shown to the caller, and names the differences (decision 0017). */
async function checkShown(tx: Tx, shown: number[], bunches: Bunch[], from: LocationRef): Promise<void> {
  const here = new Set(bunches.map((bunch) => bunch.id));
  const known = new Set(shown);
  const gone = [...known].filter((id) => !here.has(id));
  const came = bunches.filter((bunch) => !known.has(bunch.id));
  if (gone.length + came.length === 0) return;
  const named = gone.slice(0, LINES_MAX);
  const now =
    named.length > 0 ? await rows(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = any (${named})`) : [];
  const settings = await readSettings(tx);
  const lines = [
    ...now.map((bunch) => whyNot(bunch, from, labelOf(settings, 'keyTypes', bunch.type))),
    ...came.map((bunch) => `${bunch.identifier} is now there.`),
  ];
  const rest = gone.length + came.length - Math.min(lines.length, LINES_MAX);
  if (lines.length === 0) lines.push(`${rest === 1 ? '1 key is' : `${rest} keys are`} no longer there.`);
  else if (rest > 0) lines.splice(LINES_MAX, lines.length, `And ${rest} more.`);
  throw refuse(
    409,
    `The keys at ${from.name} have changed. Nothing was moved. Check the list and try again.`,
    {
      code: 'keys_changed',
      quotes: true,
      detail: lines.join('\n'),
    },
  );
}

/** Why a shown bunch can't be moved now. */
function whyNot(bunch: Bunch, from: LocationRef, type: string): string {
  if (bunch.locationId !== from.id) return `${bunch.identifier} is now at ${bunch.location.name}.`;
  if (bunch.status === 'issued') return `${bunch.identifier} is now issued to ${bunch.holderName}.`;
  if (bunch.status === 'missing') return `${bunch.identifier} is now missing.`;
  return `${bunch.identifier} is now ${type}.`;
}

type Concerns = Pick<BulkMovePlan, 'concerns' | 'auditsAtTo'>;
type To = LocationRef & { status: string };

/** Concerns about moving keys of a type, or of all, to a location. */
async function concernsOf(tx: Tx, to: To | null, type: string | null | undefined): Promise<Concerns> {
  if (!to) return { concerns: [], auditsAtTo: [] };
  const where = all(
    sql`audit_sessions.location_id = ${to.id}`,
    sql`audit_sessions.status = 'in_progress' and not (${EXPIRED})`,
    type ? sql`audit_sessions.key_type is null or audit_sessions.key_type = ${type}` : undefined,
  );
  const open = await rows(tx, sql<Session>`${SESSIONS} where ${where} order by audit_sessions.id`);
  const concerns: MoveConcern[] = [];
  if (to.status !== 'active') concerns.push('to_limited');
  if (open.length > 0) concerns.push('to_audited');
  return {
    concerns,
    auditsAtTo: open.map((session) => ({
      user: auditorsOf(session).user,
      keyType: session.keyType,
      startTime: session.startTime,
    })),
  };
}

const WORDS: Record<MoveConcern, string> = {
  to_limited: 'is limited',
  to_audited: 'is being audited',
};

/** Refuses a move with concerns that the caller has not accepted. */
async function checkConcerns(
  tx: Tx,
  to: To,
  type: string | null,
  accepted: readonly MoveConcern[],
): Promise<void> {
  const { concerns } = await concernsOf(tx, to, type);
  const unknown = concerns.filter((concern) => !accepted.includes(concern));
  if (unknown.length === 0) return;
  const what = unknown.map((concern) => WORDS[concern]).join(' and ');
  throw refuse(409, `${to.name} ${what}. Nothing was moved. Check the move and try again.`, {
    code: 'move_concerns',
    quotes: true,
  });
}

export const keyBunchBulkMoveFeatures = { getBulkMove, bulkMove, moveKeyBunch };
