import type { BodyOf } from '../../../shared/api.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { RoomCheck } from '../../../shared/room-handover.ts';
import {
  noLongerDiffers,
  ROOM_SINCE_DAYS,
  ROOM_TEXTS,
  ROOM_UNTIL_DAYS,
  saidSince,
} from '../../../shared/room-handover-words.ts';
import { fullName } from '../../../shared/user-name.ts';
import { dayOf } from '../../../shared/zone.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound, refuse } from '../../refusal.ts';
import { lockBunches } from '../custody/custody.ts';
import { changeStatus, nextStatus } from '../custody/status.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { lockLocation } from '../location/location.ts';
import { readDifferences } from './figures.ts';
import { auditsOf, checkOf, lockRoomHandover, type Row, readRoomHandover, shiftOf } from './read.ts';

const DAY_MS = 86_400_000;
/** A device's clock, and the time to fill in a form. */
const PAST_MS = 10 * 60_000;

const wrong = (field: string, message: string) => refuse(400, message, { errors: { [field]: message } });

type Before = { id: number; closedAt: string; endSeq: number };
const lastOf = (tx: Tx, locationId: number) =>
  row(
    tx,
    sql<Before>`select id, incoming_signed_at as "closedAt", end_seq as "endSeq" from room_handovers
      where location_id = ${locationId} and incoming_hash is not null order by number desc limit 1`,
  );

/** When the first shift of a location began: as it was sent, or with the day by the company's clock. */
async function firstStart(tx: Tx, since: string | undefined): Promise<string> {
  const at = sql<{ now: string; zone: string }>`select clock() as now, timezone as zone from companies`;
  const { now = '', zone = 'UTC' } = (await row(tx, at)) ?? {};
  if (since === undefined) return new Date(dayOf(Date.parse(now), zone).from).toISOString();
  if (Date.parse(since) > Date.parse(now)) throw wrong('since', 'This is in the future');
  if (Date.parse(since) < Date.parse(now) - ROOM_SINCE_DAYS * DAY_MS)
    throw wrong('since', `At most ${ROOM_SINCE_DAYS} days ago`);
  return since;
}

/** Begins the handover of a location. Of two at once one wins, and the other receives the id of that one. */
const beginRoomHandover: Feature<'beginRoomHandover'> = async ({ tx, me, body }) => {
  const location = await lockLocation(tx, body.locationId);
  // One that is being signed is the last one once it is.
  await run(
    tx,
    sql`select from room_handovers where location_id = ${location.id} and cancelled_at is null and incoming_hash is null for share`,
  );
  const last = await lastOf(tx, location.id);
  const shiftStart = last?.closedAt ?? (await firstStart(tx, body.since));
  const startSeq = last ? sql`${last.endSeq}::bigint` : sql`movement_before(${shiftStart}::timestamptz)`;
  const isAlone = Boolean(body.aloneReason);
  const own = sql`${me.userId}::int, ${fullName(me)}`;
  const none = sql`null::int, null::text`;
  const made = await row(
    tx,
    sql<{
      id: number;
    }>`insert into room_handovers (location_id, location_name, outgoing_id, outgoing_name, incoming_id, incoming_name,
        alone_reason, previous_id, shift_start, start_seq)
      select ${location.id}, ${location.name}, ${isAlone ? none : own}, ${isAlone ? own : none}, ${body.aloneReason ?? null}, ${last?.id ?? null}::int,
        ${shiftStart}::timestamptz, ${startSeq}
      on conflict (company_id, location_id) where cancelled_at is null and incoming_hash is null do nothing returning id`,
  );
  if (!made) throw await alreadyOpen(tx, location.id);
  await log(tx, me, { action: 'room_handover_begin', did: 'Began the handover of' }, { ...made, location });
  return readRoomHandover(tx, made.id);
};

type Open = { id: number; name: string };
async function alreadyOpen(tx: Tx, locationId: number) {
  const open = sql<Open>`select id, coalesce(outgoing_name, incoming_name) as name from room_handovers
    where location_id = ${locationId} and cancelled_at is null and incoming_hash is null`;
  const { id, name } = (await row(tx, open)) ?? {};
  return refuse(409, ROOM_TEXTS.open, {
    code: 'room_open',
    ...(id && { roomHandoverId: id, detail: `${name} began it.` }),
  });
}

type Logged = { action: string; did: string; details?: Record<string, unknown> };
/** The entry of a handover in the log. */
export const log = (
  tx: Tx,
  me: Member,
  { action, did, details }: Logged,
  { id, location }: Pick<Row, 'id' | 'location'>,
): Promise<void> =>
  recordAuditLog(tx, me, {
    action,
    locationId: location.id,
    description: `${did} ${location.name}`,
    details: { location: location.name, roomHandoverId: id, ...details },
  });

/** Refuses a handover that has ended. */
export function checkOpen({ state, cancelledBy }: Row): void {
  if (state === 'cancelled')
    throw refuse(409, ROOM_TEXTS.cancelled, {
      code: 'room_ended',
      ...(cancelledBy && { detail: `${cancelledBy} cancelled it.` }),
    });
  if (state !== 'open') throw refuse(409, ROOM_TEXTS.ended, { code: 'room_ended' });
}

/** Sets the check and the notes, until the outgoing person has signed. */
const updateRoomHandover: Feature<'updateRoomHandover'> = async ({ tx, params, body }) => {
  const found = await lockRoomHandover(tx, params.id);
  checkOpen(found);
  if (found.outgoing?.signedAt) throw refuse(409, ROOM_TEXTS.signed, { code: 'room_signed' });
  const { check, checkWas, notes, notesWere } = body;
  if (notes !== undefined && notesWere !== undefined && notesWere !== found.notes)
    throw refuse(409, 'The notes were changed on another screen. Read them, then save yours again.', {
      code: 'room_changed',
    });
  if (check && checkWas !== undefined && !isCheck(await checkOf(tx, found), checkWas))
    throw refuse(409, 'The check was changed on another screen. Read it, then choose again.', {
      code: 'room_changed',
    });
  const audit = check?.kind === 'audit' ? (check.auditSessionId ?? 0) : null;
  if (audit !== null && !(await auditsOf(tx, shiftOf(found))).some(({ id }) => id === audit))
    throw wrong('auditSessionId', 'Choose an audit of this location that was completed in this shift');
  const checked = check
    ? sql`, check_kind = ${check.kind}, check_session_id = ${audit}::int, check_reason = ${check.reason ?? null}`
    : sql``;
  const noted = notes === undefined ? sql`` : sql`, notes = ${notes}`;
  await run(
    tx,
    sql`update room_handovers set revision = revision + 1 ${checked} ${noted} where id = ${found.id}`,
  );
  return readRoomHandover(tx, found.id);
};

type Check = NonNullable<BodyOf<'updateRoomHandover'>['check']>;
/** Whether the check of a handover is the one that was read. */
const isCheck = (now: RoomCheck | null, was: Check | null): boolean =>
  now?.kind === was?.kind &&
  (now?.kind !== 'audit' || now.audit?.id === was?.auditSessionId) &&
  (now?.kind !== 'none' || now.reason === was?.reason);

/** Records what becomes of sets that differ; `missing` reports them missing. All of them or none. */
const answerRoomHandover: Feature<'answerRoomHandover'> = async ({ tx, me, params, body }) => {
  const { word, note = null } = body;
  if (word === 'missing' && !hasPermission(me, 'key:edit')) throw refuse(403, REFUSALS.forbidden);
  const found = await lockRoomHandover(tx, params.id);
  checkOpen(found);
  const ids = [...new Set(body.items.map(({ keyBunchId }) => keyBunchId))];
  const bunches = word === 'missing' ? await lockBunches(tx, ids) : new Map();
  const differing = await readDifferences(tx, shiftOf(found), { ids });
  await checkAnswerable(tx, found, ids, differing, word);
  checkSaid(differing, body.items);
  const who = word === 'person' ? await takerOf(tx, body) : { holderId: null, name: null, until: null };
  const kinds = differing.map(({ kind }) => (word === 'missing' ? 'missing' : kind));
  await run(
    tx,
    sql`insert into room_handover_items (room_handover_id, key_bunch_id, identifier, kind, word, holder_id, holder_name, until_at, note,
        said_by_name)
      select ${found.id}, one.id, one.identifier, one.kind, ${word}, ${who.holderId}::int, ${who.name}::text, ${who.until}::timestamptz,
        ${note}::text, ${fullName(me)}
      from unnest(${differing.map(({ keyBunchId }) => keyBunchId)}::int[], ${differing.map(({ identifier }) => identifier)}::text[],
        ${kinds}::text[]) one (id, identifier, kind)
      on conflict (company_id, room_handover_id, key_bunch_id) do update set kind = excluded.kind, word = excluded.word,
        holder_id = excluded.holder_id, holder_name = excluded.holder_name, until_at = excluded.until_at, note = excluded.note,
        said_by = excluded.said_by, said_by_name = excluded.said_by_name, said_at = excluded.said_at`,
  );
  await run(tx, sql`update room_handovers set revision = revision + 1 where id = ${found.id}`);
  const changes = [];
  for (const bunch of bunches.values()) {
    const to = await nextStatus(tx, bunch, 'missing', undefined);
    if (to)
      changes.push({
        bunch,
        to,
        notes: note ?? `Reported missing at the handover of ${found.location.name}`,
      });
  }
  await changeStatus(tx, me, changes);
  return readRoomHandover(tx, found.id);
};

/** Refuses sets that no longer differ, and answers that the outgoing person has signed. */
async function checkAnswerable(
  tx: Tx,
  found: Row,
  ids: number[],
  differing: Awaited<ReturnType<typeof readDifferences>>,
  word: string,
): Promise<void> {
  const known = new Map(differing.map((one) => [one.keyBunchId, one]));
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) {
    type Named = { keyBunchId: number; identifier: string };
    const named = await rows(
      tx,
      sql<Named>`select id as "keyBunchId", identifier from key_bunches where id = any (${gone}::int[]) order by identifier`,
    );
    throw refuse(409, noLongerDiffers(named.map(({ identifier }) => identifier)), {
      code: 'room_changed',
      quotes: true,
      items: named.map(({ keyBunchId, identifier }) => ({
        keyBunchId,
        message: 'It no longer differs',
        detail: identifier,
      })),
    });
  }
  const signedAt = found.outgoing?.signedAt;
  const signed = differing.filter(({ answer }) => signedAt && answer && answer.at <= signedAt);
  if (signed.length > 0 && word !== 'missing')
    throw refuse(409, ROOM_TEXTS.signed, {
      code: 'room_signed',
      items: signed.map(({ keyBunchId }) => ({ keyBunchId, message: 'It was signed' })),
    });
}

type Items = BodyOf<'answerRoomHandover'>['items'];
/** Refuses sets that were given another word than the caller read. */
function checkSaid(differing: Awaited<ReturnType<typeof readDifferences>>, items: Items): void {
  const read = new Map(items.map(({ keyBunchId, saidAt }) => [keyBunchId, saidAt]));
  const since = differing.flatMap(({ keyBunchId, identifier, answer }) => {
    const was = read.get(keyBunchId);
    if (!answer || was === undefined || (was && Date.parse(was) === Date.parse(answer.at))) return [];
    return [{ keyBunchId, identifier, by: answer.by, word: answer.word }];
  });
  if (since.length > 0)
    throw refuse(409, saidSince(since), {
      ...{ code: 'room_changed', quotes: true, detail: 'Read it, then record yours again.' },
      items: since.map((one) => ({
        keyBunchId: one.keyBunchId,
        message: saidSince([one]),
        detail: one.identifier,
      })),
    });
}

type Answer = { holderId?: number | null | undefined; until?: string | undefined };
/** Who takes a set over until when; the incoming person without a holder. */
async function takerOf(tx: Tx, { holderId = null, until = '' }: Answer) {
  const ahead =
    (
      await row(
        tx,
        sql<{ ms: number }>`select extract(epoch from ${until}::timestamptz - clock())::float8 * 1000 as ms`,
      )
    )?.ms ?? 0;
  if (ahead < -PAST_MS) throw wrong('until', 'This is in the past');
  if (ahead > ROOM_UNTIL_DAYS * DAY_MS) throw wrong('until', `At most ${ROOM_UNTIL_DAYS} days ahead`);
  if (holderId === null) return { holderId, name: null, until };
  const holder = await row(
    tx,
    sql<{ name: string }>`select name from holders where id = ${holderId} and is_active`,
  );
  if (!holder) throw notFound('Person not found');
  return { holderId, name: holder.name, until };
}

/** Cancels an open handover; what was answered and reported stays. */
const cancelRoomHandover: Feature<'cancelRoomHandover'> = async ({ tx, me, params }) => {
  const found = await lockRoomHandover(tx, params.id);
  checkOpen(found);
  await run(
    tx,
    sql`update room_handovers set cancelled_at = clock(), cancelled_by = ${me.userId}, cancelled_by_name = ${fullName(me)},
        revision = revision + 1 where id = ${found.id}`,
  );
  await log(tx, me, { action: 'room_handover_cancel', did: 'Cancelled the handover of' }, found);
  return readRoomHandover(tx, found.id);
};

export const roomHandoverFeatures = {
  beginRoomHandover,
  updateRoomHandover,
  answerRoomHandover,
  cancelRoomHandover,
};
