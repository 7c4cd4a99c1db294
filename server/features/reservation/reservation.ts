import { randomUUID } from 'node:crypto';
import { keysForbidden } from '../../../shared/custody-words.ts';
import { RESERVE_AHEAD_DAYS, RESERVE_DAYS } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Reservation } from '../../../shared/reservation.ts';
import { clockRange } from '../../../shared/reservation-text.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { queueReservationLetters } from '../../mail/reservation.ts';
import { checkFresh, notFound, refuse, refuseItems } from '../../refusal.ts';
import { lockBatch } from '../custody/custody.ts';
import { logReservations } from '../custody/reserved.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, lockKeyBunch } from '../key-bunch/key-bunch.ts';

import { lockReservations, type Row, readReservations } from './read.ts';

const DAY_MS = 86_400_000;
/** A beginning this long ago is taken for now: the clock of a device, and the time to fill in a form. */
const PAST_MS = 10 * 60_000;

const notPeriod = (field: 'from' | 'until', message: string) =>
  refuse(400, message, { errors: { [field]: message } });

type Context = { now: number; zone: string; staffReserve: boolean };
export async function readContext(tx: Tx): Promise<Context> {
  const found = await row(
    tx,
    sql<Context>`select floor(extract(epoch from clock()) * 1000)::float8 as now, timezone as zone,
        staff_reserve as "staffReserve" from companies`,
  );
  if (!found) throw new Error('The database returned no company');
  return found;
}

/** 403 for a caller without key:issue where the company does not let them reserve for themselves. */
function checkStaff(me: Member, { staffReserve }: Context): void {
  if (staffReserve || hasPermission(me, 'key:issue')) return;
  const detail = 'Your company lets only people who issue keys reserve them.';
  throw refuse(403, 'Ask the desk to reserve these keys', { detail });
}

/** 400 for a period that is over, too long, too far ahead, or, of a new one, that begins in the past. */
function checkPeriod(from: string, until: string, now: number, isNew: boolean): void {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  if (isNew && begin < now - PAST_MS) throw notPeriod('from', 'From must not be in the past');
  if (begin > now + RESERVE_AHEAD_DAYS * DAY_MS)
    throw notPeriod('from', `At most ${RESERVE_AHEAD_DAYS} days ahead`);
  if (end <= begin) throw notPeriod('until', 'Until must be after from');
  if (end <= now) throw notPeriod('until', 'Until must be in the future');
  if (end - begin > RESERVE_DAYS * DAY_MS) throw notPeriod('until', `At most ${RESERVE_DAYS} days long`);
}

type Reserver = {
  id: number;
  name: string;
  userId: number | null;
  isActive: boolean;
  validUntil: string | null;
  hasEnded: boolean;
};

const reserverOf = (id: number, from: string) =>
  sql<Reserver>`select h.id, h.name, h.user_id as "userId", h.is_active as "isActive", h.valid_until as "validUntil",
      coalesce(h.valid_until < (greatest(${from}::timestamptz, clock()) at time zone c.timezone)::date, false) as "hasEnded"
    from holders h cross join companies c where h.id = ${id}`;

/** The person for whom it is reserved, locked, who may still have keys then. Without key:issue only the caller. */
async function findReserver(tx: Tx, me: Member, id: number, from: string): Promise<Reserver> {
  const found = await row(tx, sql<Reserver>`${reserverOf(id, from)} for no key update of h`);
  if (!found) throw notFound('Person not found');
  if (found.userId !== me.userId && !hasPermission(me, 'key:issue')) throw refuse(403, REFUSALS.forbidden);
  checkReserver(found);
  return found;
}

function checkReserver(found: Reserver): void {
  const why = keysForbidden(found, found.hasEnded);
  if (why) throw refuse(409, why, { code: 'holder', quotes: true });
}

type Overlap = { keyBunchId: number; name: string; from: string; until: string; by: string };

/** The open reservations of sets within a period, but for one. */
const overlaps = (tx: Tx, ids: number[], from: string, until: string, except = 0) =>
  rows(
    tx,
    sql<Overlap>`select distinct on (r.key_bunch_id) r.key_bunch_id as "keyBunchId", h.name, r.from_at as "from", r.to_at as until,
        coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as by
      from reservations r join holders h on h.company_id = r.company_id and h.id = r.holder_id
        join users u on u.company_id = r.company_id and u.id = r.created_by
      where r.key_bunch_id = any (${ids}::int[]) and r.taken_at is null and r.cancelled_at is null and r.id <> ${except}
        and tstzrange(r.from_at, r.to_at) && tstzrange(${from}::timestamptz, ${until}::timestamptz)
      order by r.key_bunch_id, r.from_at`,
  );

const overlapText = ({ name, from, until, by }: Overlap, zone: string) => ({
  message: `Reserved for ${name} from ${clockRange(from, until, zone)}`,
  detail: `Made by ${by}.`,
});

type NewReservations = {
  holderId: number;
  from: string;
  until: string;
  purpose?: string | null | undefined;
  notes?: string | null | undefined;
  ids: number[];
  /** Where they are fetched; where each set is registered if missing. */
  locationId?: number;
  roundId?: number;
};

/** Reserves sets, all or none: of two people at once the second is refused with whom and when. */
export async function reserve(
  tx: Tx,
  me: Member,
  { holderId, from, until, purpose, notes, ids, locationId, roundId }: NewReservations,
): Promise<Reservation[]> {
  const context = await readContext(tx);
  const { now, zone } = context;
  checkPeriod(from, until, now, true);
  const holder = await findReserver(tx, me, holderId, from);
  checkStaff(me, context);
  const bunches = await lockBatch(tx, ids, () => null);
  const found = await overlaps(tx, ids, from, until);
  if (found.length > 0)
    throw refuseItems(found.map((one) => ({ keyBunchId: one.keyBunchId, ...overlapText(one, zone) })));
  const groupId = randomUUID();
  const made = await rows(
    tx,
    sql<{
      id: number;
      set: number;
    }>`insert into reservations (group_id, round_id, key_bunch_id, holder_id, location_id, from_at, to_at, purpose, notes)
      select ${groupId}::uuid, ${roundId ?? null}::int, b.id, ${holder.id}, coalesce(${locationId ?? null}::int, b.location_id),
        ${from}::timestamptz, ${until}::timestamptz, ${purpose ?? null}::text, ${notes ?? null}::text
      from unnest(${ids}::int[]) with ordinality as one (id, place) join key_bunches b on b.id = one.id order by one.place
      returning id, key_bunch_id as set`,
  );
  const about = { holder: holder.name, holderId: holder.id, createdBy: me.userId, from, until };
  const noted = made.flatMap(({ id, set }) => {
    const bunch = bunches.find((one) => one.id === set);
    return bunch ? [{ id, bunch, ...about, purpose: purpose ?? null }] : [];
  });
  await logReservations(tx, me, 'reservation_made', noted);
  await queueReservationLetters(tx, me, 'made', noted);
  return readReservations(
    tx,
    me,
    made.map(({ id }) => id),
  );
}

const createReservations: Feature<'createReservations'> = ({ tx, me, body: { items, ...body } }) => {
  return reserve(tx, me, { ...body, ids: items.map(({ keyBunchId }) => keyBunchId) });
};

/** Why a reservation that has ended can't be changed. */
export const ENDED: Partial<Record<Row['state'], string>> = {
  taken: 'The keys were taken already',
  cancelled: 'This reservation was cancelled',
  over: 'This reservation is over',
};

const checkOpen = ({ state }: Row) => {
  const why = ENDED[state];
  if (why) throw refuse(409, why, { code: 'reservation_ended' });
};

/** One reservation, locked behind its set; 404 for one that the caller may not see. */
async function lockOne(tx: Tx, id: number): Promise<{ bunch: Bunch; before: Row }> {
  const of = await row(
    tx,
    sql<{ set: number }>`select key_bunch_id as set from reservations where id = ${id}`,
  );
  if (!of) throw notFound('Reservation not found');
  const bunch = await lockKeyBunch(tx, of.set);
  const [before] = await lockReservations(tx, [id]);
  if (!before) throw notFound('Reservation not found');
  return { bunch, before };
}

/** Changes or cancels an open reservation. Where the company does not let staff reserve for themselves, they may still cancel theirs. */
const updateReservation: Feature<'updateReservation'> = async ({ tx, me, params: { id }, body, ifMatch }) => {
  const { bunch, before } = await lockOne(tx, id);
  const isOwn = before.holder.userId === me.userId || before.createdById === me.userId;
  if (!isOwn && !hasPermission(me, 'key:issue')) throw refuse(403, REFUSALS.forbidden);
  checkOpen(before);
  const context = await readContext(tx);
  checkFresh(ifMatch, before.updatedAt, `It is now ${clockRange(before.from, before.until, context.zone)}.`);
  const { from = before.from, until = before.until } = body.cancelled ? before : body;
  const { purpose: why, holder, createdById: createdBy } = before;
  const noted = [
    { id, bunch, holder: holder.name, holderId: holder.id ?? 0, createdBy, from, until, purpose: why },
  ];
  if (body.cancelled) {
    await run(
      tx,
      sql`update reservations set cancelled_at = clock(), cancelled_by = own_user() where id = ${id}`,
    );
    await logReservations(tx, me, 'reservation_cancelled', noted);
    await queueReservationLetters(tx, me, 'cancelled', noted);
  } else {
    checkStaff(me, context);
    const moves =
      Date.parse(from) !== Date.parse(before.from) || Date.parse(until) !== Date.parse(before.until);
    if (moves) await checkMove(tx, context, before, from, until);
    const { purpose = before.purpose, notes = before.notes } = body;
    await run(
      tx,
      sql`update reservations set from_at = ${from}::timestamptz, to_at = ${until}::timestamptz, purpose = ${purpose}, notes = ${notes}
        where id = ${id}`,
    );
    if (moves) {
      const changes = { from: { from: before.from, to: from }, until: { from: before.until, to: until } };
      await logReservations(tx, me, 'reservation_changed', noted, { changes });
      await queueReservationLetters(tx, me, 'changed', noted);
    }
  }
  const [after] = await readReservations(tx, me, [id]);
  if (!after) throw notFound('Reservation not found');
  return after;
};

/** Refuses a new period that is not possible, or that another reservation of the set overlaps. */
async function checkMove(
  tx: Tx,
  { now, zone }: Context,
  before: Row,
  from: string,
  until: string,
): Promise<void> {
  const beginsAnew = Date.parse(from) !== Date.parse(before.from);
  checkPeriod(from, until, now, beginsAnew);
  // Not locked, as its lock comes before that of the set.
  const [holder] = beginsAnew ? await rows(tx, reserverOf(before.holder.id ?? 0, from)) : [];
  if (holder) checkReserver(holder);
  const [other] = await overlaps(tx, [before.keyBunchId], from, until, before.id);
  if (other)
    throw refuse(409, overlapText(other, zone).message, {
      code: 'reserved',
      detail: overlapText(other, zone).detail,
      quotes: true,
    });
}

export const reservationFeatures = { createReservations, updateReservation };
