import type { RefusedItem } from '../../../shared/custody.ts';
import { RESERVE_MARGIN_MINUTES } from '../../../shared/limits.ts';
import { reservedRefusal } from '../../../shared/reservation-text.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { queueReservationLetters } from '../../mail/reservation.ts';
import { recordAuditLogs } from '../history/log.ts';
import type { Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import type { OfReservation, Reserved } from './outgoing.ts';

// What reservations mean for an issue or a handover (decision 0079). A set without one is known by its own row: nothing more is read.

/** A set to be issued, or handed over, with the due time that was sent, or the one of its type; `isOver`: although it is reserved for another,
 * `isFixed`: as a second person approved it. */
type Due = { bunch: Bunch; due: string | null; isOver?: boolean; isFixed?: boolean };

type Asked = {
  recipient: Recipient;
  /** Whether the due time was sent; otherwise it follows the reservations. */
  isDueSent: boolean;
  /** Whether the keys are gone already, as a device recorded without signal: nothing is refused. */
  isDone?: boolean;
  /** Whether refusals leave out for whom the sets are reserved. */
  isNameless?: boolean;
  /** When the keys were taken, if not now (epoch milliseconds). */
  at?: number;
};

const MARGIN = RESERVE_MARGIN_MINUTES * 60_000;

/**
 * The due times of locked sets by their reservations, and which of these are taken or passed over; `refused` are sets that are needed before
 * they would be back. Reads only if one of the sets is reserved.
 */
export async function byReservations(
  tx: Tx,
  sets: Due[],
  { recipient, isDueSent, isDone = false, isNameless = false, at }: Asked,
): Promise<{ sets: (Due & OfReservation)[]; refused: RefusedItem[] }> {
  const ids = sets.flatMap(({ bunch }) => (bunch.reservedUntil === null ? [] : bunch.id));
  if (ids.length === 0) return { sets, refused: [] };
  const [reserved, context] = await Promise.all([
    rows(
      tx,
      sql<Reserved>`select r.id, r.key_bunch_id as "keyBunchId", r.holder_id as "holderId", h.name, r.created_by as "createdBy",
          r.created_at as "createdAt", r.from_at as "from", r.to_at as until
        from reservations r join holders h on h.company_id = r.company_id and h.id = r.holder_id
        where r.key_bunch_id = any (${ids}::int[]) and r.taken_at is null and r.cancelled_at is null
          and r.to_at > coalesce(${at ? new Date(at).toISOString() : null}::timestamptz, clock())
        order by r.from_at for update of r`,
    ),
    row(
      tx,
      sql<{
        now: number;
        zone: string;
      }>`select floor(extract(epoch from clock()) * 1000)::float8 as now, timezone as zone from companies`,
    ),
  ]);
  const { now = Date.now(), zone = 'UTC' } = context ?? {};
  const refused: RefusedItem[] = [];
  const given = sets.map((set) => {
    const of = reserved.filter(({ keyBunchId }) => keyBunchId === set.bunch.id);
    const taken = ownOf(of, recipient, set.due, at ?? now);
    const isFixed = isDueSent || set.isFixed === true;
    const due = taken && !isFixed ? taken.until : set.due;
    const next = of.find(({ holderId }) => holderId !== recipient.holderId);
    if (!next) return { ...set, due, ...(taken && { taken }) };
    const latest = Date.parse(next.from) - (taken ? 0 : MARGIN);
    if (due !== null && Date.parse(due) <= latest) return { ...set, due, ...(taken && { taken }) };
    // A handover always may: the keys are out already.
    const isOver = set.isOver || set.bunch.status === 'issued';
    if (!isOver && !isFixed && latest > (at ?? now))
      return { ...set, due: new Date(latest).toISOString(), ...(taken && { taken }) };
    // One that was made after the keys were taken was not passed over.
    const isPassedOver = at === undefined || Date.parse(next.createdAt) <= at;
    if (isOver || isDone)
      return { ...set, due, ...(taken && { taken }), ...(isPassedOver && { over: next }) };
    refused.push({
      keyBunchId: set.bunch.id,
      code: 'reserved',
      ...reservedRefusal(
        {
          name: isNameless ? 'another person' : next.name,
          from: Date.parse(next.from),
          until: Date.parse(next.until),
          latest,
        },
        now,
        zone,
      ),
    });
    return set;
  });
  return { sets: given, refused };
}

/** The reservation of the recipient that an issue takes: one that begins soon, or before the keys are due back. */
const ownOf = (reserved: Reserved[], { holderId }: Recipient, due: string | null, now: number) =>
  reserved.find(
    (one) =>
      one.holderId === holderId &&
      (Date.parse(one.from) <= now + MARGIN || (due !== null && Date.parse(due) > Date.parse(one.from))),
  );

type Taking = { batchId: string; recipient: Recipient; sets: (OfReservation & { bunch: Bunch })[] };

/** Ends the reservations that a batch takes, and notifies the people over whose reservations it is made. Nothing for sets without one. */
export async function takeReservations(
  tx: Tx,
  me: Member,
  { batchId, recipient, sets }: Taking,
): Promise<void> {
  const ids = sets.flatMap(({ taken }) => taken?.id ?? []);
  if (ids.length > 0)
    await run(
      tx,
      sql`update reservations set taken_at = clock(), taken_batch = ${batchId}::uuid where id = any (${ids}::int[])`,
    );
  const over = sets.flatMap(({ bunch, over: one }) => (one ? [{ ...one, bunch }] : []));
  await queueReservationLetters(tx, me, 'issued_over', over, { to: recipient.name, alsoMaker: true });
}

/** After an undone issue its reservation waits again, unless its time was reserved meanwhile. The set is locked. */
export async function restoreReservations(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await run(
    tx,
    sql`update reservations r set taken_at = null, taken_batch = null where r.id = any (${ids}::int[]) and r.cancelled_at is null
      and not exists (select from reservations o where o.company_id = r.company_id and o.key_bunch_id = r.key_bunch_id
        and o.id <> r.id and o.taken_at is null and o.cancelled_at is null
        and tstzrange(o.from_at, o.to_at) && tstzrange(r.from_at, r.to_at))`,
  );
}

/** An open reservation of a locked set, as the log and the letters have it. */
export type Noted = {
  id: number;
  bunch: Pick<Bunch, 'id' | 'identifier' | 'locationId'>;
  holder: string;
  holderId: number;
  createdBy: number;
  from: string;
  until: string;
  purpose?: string | null;
};
const WORDS = {
  reservation_made: 'reserved for',
  reservation_changed: 'reservation changed for',
  reservation_cancelled: 'no longer reserved for',
};

/** Writes the log entries that keyhold verify compares reservations with (I19). */
export const logReservations = (
  tx: Tx,
  me: Member,
  action: keyof typeof WORDS,
  noted: Noted[],
  more: object = {},
): Promise<void> =>
  recordAuditLogs(
    tx,
    me,
    noted.map(({ id, bunch, holder, holderId, from, until }) => ({
      action,
      bunch,
      description: `${bunch.identifier} ${WORDS[action]} ${holder}`,
      details: { reservationId: id, holder, holderId, from, until, ...more },
    })),
  );

/** Cancels the open reservations of locked sets that are deleted. Only reserved sets are read. */
export async function cancelOfSets(tx: Tx, me: Member, bunches: Bunch[]): Promise<void> {
  const ids = bunches.flatMap(({ id, reservedUntil }) => (reservedUntil === null ? [] : id));
  if (ids.length === 0) return;
  const cancelled = await rows(
    tx,
    sql<
      Omit<Noted, 'bunch'> & { set: number }
    >`update reservations r set cancelled_at = clock(), cancelled_by = own_user() from holders h
      where r.key_bunch_id = any (${ids}::int[]) and r.taken_at is null and r.cancelled_at is null and r.to_at > clock()
        and h.company_id = r.company_id and h.id = r.holder_id
      returning r.id, r.key_bunch_id as set, h.id as "holderId", h.name as holder, r.created_by as "createdBy", r.from_at as "from",
        r.to_at as until, r.purpose`,
  );
  const sets = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  const noted = cancelled.flatMap((one) => {
    const bunch = sets.get(one.set);
    return bunch ? [{ ...one, bunch }] : [];
  });
  await logReservations(tx, me, 'reservation_cancelled', noted);
  await queueReservationLetters(tx, me, 'cancelled', noted);
}
