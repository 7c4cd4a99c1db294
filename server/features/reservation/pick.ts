import { rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound, refuseItems } from '../../refusal.ts';
import { lockBunches } from '../custody/custody.ts';
import type { Feature } from '../feature.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { lockReservations, type Row, readReservations } from './read.ts';
import { ENDED } from './reservation.ts';

/** Marks sets as laid ready, or as back on their hooks; no movement. A set that is not there can't be picked. */
const pickReservations: Feature<'pickReservations'> = async ({ tx, me, body }) => {
  const ids = [...new Set(body.reservationIds)];
  const sets = await rows(
    tx,
    sql<{ id: number }>`select distinct key_bunch_id as id from reservations where id = any (${ids}::int[])`,
  );
  const bunches = await lockBunches(
    tx,
    sets.map(({ id }) => id),
  );
  const found = await lockReservations(tx, ids);
  if (found.length < ids.length) throw notFound('Reservation not found');
  const refused = found.flatMap((one) => {
    const why = () => absent(bunches.get(one.keyBunchId), one) ?? laidReady(one, found);
    const message = ENDED[one.state] ?? (body.picked ? why() : null);
    return message ? [{ keyBunchId: one.keyBunchId, message }] : [];
  });
  if (refused.length > 0) throw refuseItems(refused);
  if (body.picked) await dropEndedPicks(tx, [...bunches.keys()]);
  const by = body.picked
    ? sql`picked_at = clock(), picked_by = own_user()`
    : sql`picked_at = null, picked_by = null`;
  await run(
    tx,
    sql`update reservations set ${by} where id = any (${ids}::int[]) and (picked_at is null) = ${body.picked}::boolean`,
  );
  return readReservations(tx, me, ids);
};

/** Why a set can't be laid ready for a second person: it is for another of its reservations, or two of one call. Null when it can. */
function laidReady({ id, keyBunchId, pickedAt, readyFor }: Row, all: readonly Row[]): string | null {
  if (pickedAt) return null;
  if (readyFor) return `Laid ready for ${readyFor} already`;
  const other = all.find((one) => one.keyBunchId === keyBunchId && one.id !== id);
  return other ? `It can't be laid ready for ${other.holder.name} too` : null;
}

/** A set of a reservation that is over is no longer laid ready for it. */
const dropEndedPicks = (tx: Tx, sets: number[]) =>
  run(
    tx,
    sql`update reservations set picked_at = null, picked_by = null where key_bunch_id = any (${sets}::int[])
      and picked_at is not null and taken_at is null and cancelled_at is null and to_at <= clock()`,
  );

/** Why a set can't be laid ready where it is fetched; null when it can. */
function absent(bunch: Bunch | undefined, { locationId }: Row): string | null {
  if (!bunch) return 'Key set not found';
  if (bunch.status === 'missing') return 'These keys are missing';
  if (bunch.status === 'issued') return `Issued to ${bunch.holderName}`;
  return bunch.locationId === locationId ? null : 'These keys are at another location';
}

export const pickFeatures = { pickReservations };
