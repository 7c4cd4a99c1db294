import { json, row, rows, run, slices, sql } from '../../database/sql.ts';
import { logReservations, type Noted } from '../custody/reserved.ts';
import type { Mapped } from './archive.ts';
import type { Records } from './records.ts';
import type { Writing } from './write.ts';

type Ids = Map<number, number>;
type Maps = Mapped & { users: Ids; people: Ids };

/** Adds the rounds with their sets in order; the ids of today by those of the export. */
export async function writeRounds(
  { tx }: Writing,
  { round: rounds }: Records,
  { locations, people, sets }: Maps,
): Promise<Ids> {
  const ids: Ids = new Map();
  for (const { id, name, locationId, holderId, from, until, isActive, sets: own } of rounds) {
    const made = await row(
      tx,
      sql<{ id: number }>`insert into rounds (name, location_id, holder_id, from_time, until_time, is_active)
        values (${name}, ${locations.get(locationId) ?? 0}, ${people.get(holderId ?? 0) ?? null}, ${from}, ${until}, ${isActive})
        returning id`,
    );
    if (!made) continue;
    ids.set(id, made.id);
    await run(
      tx,
      sql`insert into round_sets (round_id, key_bunch_id, place) select ${made.id}, one.id, one.place
        from unnest(${own.map((set) => sets.get(set) ?? 0)}::int[]) with ordinality as one (id, place)`,
    );
  }
  return ids;
}

/** Adds the reservations as they were, each with the entry of its creation by who imports. Those of users who did not come are theirs too. */
export async function writeReservations(
  { tx, me, by }: Writing,
  { reservation: all, set, person }: Records,
  { locations, users, people, sets }: Maps,
  rounds: Ids,
): Promise<void> {
  const userOf = (id: number | null) => users.get(id ?? 0) ?? me.userId;
  const nameOf = new Map(person.map(({ id, name }) => [people.get(id), name]));
  const identifierOf = new Map(set.map(({ id, identifier }) => [sets.get(id), identifier]));
  const placeOf = new Map(set.map(({ id, locationId }) => [sets.get(id), locations.get(locationId)]));
  const laidReady = new Set<number>();
  // A set is laid ready for one of its reservations at a time.
  const pickedAt = ({ keyBunchId, pickedAt: at }: (typeof all)[number]) => {
    const isFirst = at !== null && !laidReady.has(keyBunchId);
    if (isFirst) laidReady.add(keyBunchId);
    return isFirst ? at : null;
  };
  for (const some of slices(all, 250)) {
    const picked = some.map((one) => ({ ...one, pickedAt: pickedAt(one) }));
    const stored = picked.map((one) => ({
      ...one,
      roundId: rounds.get(one.roundId ?? 0) ?? null,
      keyBunchId: sets.get(one.keyBunchId),
      holderId: people.get(one.holderId),
      locationId: locations.get(one.locationId),
      createdBy: userOf(one.createdBy),
      pickedBy: one.pickedAt === null ? null : userOf(one.pickedBy),
    }));
    const made = await rows(
      tx,
      sql<
        Omit<Noted, 'bunch' | 'holder'> & { set: number }
      >`insert into reservations (group_id, round_id, key_bunch_id, holder_id,
          location_id, from_at, to_at, purpose, notes, created_by, created_at, picked_at, picked_by)
        select "groupId", "roundId", "keyBunchId", "holderId", "locationId", "from", until, purpose, notes, "createdBy", "createdAt",
          "pickedAt", "pickedBy"
        from jsonb_to_recordset(${json(stored)}) as one ("groupId" uuid, "roundId" int, "keyBunchId" int, "holderId" int,
          "locationId" int, "from" timestamptz, until timestamptz, purpose text, notes text, "createdBy" int, "createdAt" timestamptz,
          "pickedAt" timestamptz, "pickedBy" int)
        returning id, key_bunch_id as set, holder_id as "holderId", created_by as "createdBy", from_at as "from", to_at as until`,
    );
    const noted = made.map((one) => ({
      ...one,
      holder: nameOf.get(one.holderId) ?? '',
      bunch: {
        id: one.set,
        identifier: identifierOf.get(one.set) ?? '',
        locationId: placeOf.get(one.set) ?? 0,
      },
    }));
    await logReservations(tx, me, 'reservation_made', noted, { import: by });
  }
}
