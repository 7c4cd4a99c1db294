import { keysForbidden } from '../../../shared/custody-words.ts';
import type { HolderRef } from '../../../shared/key-bunch.ts';
import { BATCH_MAX, ROUNDS_MAX } from '../../../shared/limits.ts';
import type { LocationRef } from '../../../shared/location.ts';
import type { Round } from '../../../shared/reservation.ts';
import { momentOfText } from '../../../shared/zone.ts';
import { countRows, joined, raw, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse, refuseItems } from '../../refusal.ts';
import { lockPlan } from '../company/plan.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { BUNCHES, type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';
import { lockLocation } from '../location/location.ts';
import { readContext, reserve } from './reservation.ts';

type Row = Omit<Round, 'keyBunches'> & {
  isActive: boolean;
  locationId: number;
  location: LocationRef;
  holder: HolderRef | null;
};

const ROUNDS = sql<Row>`select r.id, r.name, r.location_id as "locationId", l.id as "location.id", l.name as "location.name",
    h.name as "holder.name", h.id as "holder.id", h.user_id as "holder.userId", r.from_time as "from", r.until_time as until,
    r.is_active as "isActive", r.deleted_sets as "deletedSets", r.updated_at as "updatedAt"
  from rounds r join locations l on l.company_id = r.company_id and l.id = r.location_id
  left join holders h on h.company_id = r.company_id and h.id = r.holder_id`;

/** Rounds with their sets in order, as calls return them. */
async function readRounds(tx: Tx, which: Sql): Promise<(Round & Row)[]> {
  const found = await rows(
    tx,
    sql<Row>`${ROUNDS} where ${which} order by r.name, r.id limit ${raw(ROUNDS_MAX)}`,
  );
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const sets = await rows(
    tx,
    sql<{ roundId: number; set: number }>`select round_id as "roundId", key_bunch_id as set from round_sets
      where round_id = any (${ids}::int[]) order by round_id, place`,
  );
  const bunches = await rows(
    tx,
    sql<Bunch>`${BUNCHES} where key_bunches.id = any (${[...new Set(sets.map(({ set }) => set))]}::int[])`,
  );
  const byId = new Map(bunches.map((bunch) => [bunch.id, keyBunchOf(bunch)]));
  return found.map((one) => ({
    ...one,
    keyBunches: sets.flatMap(({ roundId, set }) => (roundId === one.id ? (byId.get(set) ?? []) : [])),
  }));
}

const listRounds: Feature<'listRounds'> = ({ tx }) => readRounds(tx, sql`r.is_active`);

async function findRound(tx: Tx, id: number): Promise<Round & Row> {
  const [round] = await readRounds(tx, sql`r.id = ${id}`);
  if (!round) throw notFound('Round not found');
  return round;
}

function checkActive({ isActive }: Row): void {
  if (!isActive) throw refuse(409, 'This round was removed', { code: 'round_removed' });
}

/** Stores the sets of a round, which must be visible, in their order; those that the caller may not see stay, behind. Locked against deletion. */
async function storeSets(tx: Tx, roundId: number, items: { keyBunchId: number }[]): Promise<void> {
  const ids = items.map(({ keyBunchId }) => keyBunchId);
  if (new Set(ids).size < ids.length) throw refuse(400, 'Each key set can be named only once');
  const seen = await rows(
    tx,
    sql<{ id: number }>`select id from key_bunches where id = any (${ids}::int[]) order by id for key share`,
  );
  const visible = new Set(seen.map(({ id }) => id));
  const unknown = ids.filter((id) => !visible.has(id));
  if (unknown.length > 0)
    throw refuseItems(unknown.map((keyBunchId) => ({ keyBunchId, message: 'Key set not found' })));
  await run(tx, sql`delete from round_sets where round_id = ${roundId}`);
  await run(
    tx,
    sql`insert into round_sets (round_id, key_bunch_id, place)
      select ${roundId}, one.id, one.place from unnest(${ids}::int[]) with ordinality as one (id, place)`,
  );
}

/** Refuses a person who is unknown, or who may not take keys. */
async function checkHolder(tx: Tx, id: number | null | undefined): Promise<void> {
  if (!id) return;
  type Found = { name: string; isActive: boolean };
  const found = await row(tx, sql<Found>`select name, is_active as "isActive" from holders where id = ${id}`);
  if (!found) throw notFound('Person not found');
  const why = keysForbidden({ ...found, validUntil: null }, false);
  if (why) throw refuse(409, why, { code: 'holder', quotes: true });
}

const log = (tx: Tx, me: Member, action: string, { id, name, location }: Round, words: string) =>
  recordAuditLog(tx, me, {
    action,
    locationId: location.id,
    description: `Round ${name} ${words}`,
    details: { roundId: id, name },
  });

/** 409 where one more would not be listed. */
async function checkRoom(tx: Tx): Promise<void> {
  if ((await countRows(tx, sql`select from rounds where is_active`)) >= ROUNDS_MAX)
    throw refuse(409, `A company has up to ${ROUNDS_MAX} rounds. Remove one that you no longer need.`, {
      code: 'limit_reached',
    });
}

const createRound: Feature<'createRound'> = async ({ tx, me, body }) => {
  const { name, locationId, holderId = null, from, until, items } = body;
  // Serialises additions, so that each counts the other.
  await lockPlan(tx);
  await lockLocation(tx, locationId);
  await checkRoom(tx);
  await checkHolder(tx, holderId);
  const made = await row(
    tx,
    sql<{ id: number }>`insert into rounds (name, location_id, holder_id, from_time, until_time)
      values (${name}, ${locationId}, ${holderId}, ${from}, ${until}) returning id`,
  );
  await storeSets(tx, made?.id ?? 0, items);
  const round = await findRound(tx, made?.id ?? 0);
  await log(tx, me, 'round_create', round, 'added');
  return round;
};

const updateRound: Feature<'updateRound'> = async ({ tx, me, params: { id }, body, ifMatch }) => {
  if (body.isActive) await lockPlan(tx);
  if (body.locationId) await lockLocation(tx, body.locationId);
  // First: after a lock wait the join misses a round whose location changed.
  await run(tx, sql`select from rounds where id = ${id} for update`);
  const before = await row(tx, sql<Row>`${ROUNDS} where r.id = ${id}`);
  if (!before) throw notFound('Round not found');
  // One that was removed can only be listed again.
  if (!body.isActive) checkActive(before);
  else if (!before.isActive) await checkRoom(tx);
  checkFresh(ifMatch, before.updatedAt);
  if (body.holderId !== before.holder?.id) await checkHolder(tx, body.holderId);
  const { name, locationId, holderId, from, until, isActive, items } = body;
  const changes = [
    name !== undefined && sql`name = ${name}`,
    locationId !== undefined && sql`location_id = ${locationId}`,
    holderId !== undefined && sql`holder_id = ${holderId}`,
    from !== undefined && sql`from_time = ${from}`,
    until !== undefined && sql`until_time = ${until}`,
    isActive !== undefined && sql`is_active = ${isActive}`,
    items && sql`deleted_sets = 0`,
  ];
  const stored = changes.some(Boolean) ? joined(changes, ', ') : sql`name = name`;
  await run(tx, sql`update rounds set ${stored} where id = ${id}`);
  if (items) await storeSets(tx, id, items);
  const round = await findRound(tx, id);
  await log(tx, me, 'round_edit', round, isActive === false ? 'removed' : 'changed');
  return round;
};

/** The moment of a clock time on a day of the company; one that the clocks leave out is as much later as they are. */
function momentOn(day: string, time: string, zone: string): number {
  const moment = momentOfText(`${day}T${time}`, zone);
  if (moment === null) throw refuse(400, 'Enter a date', { errors: { day: 'Enter a date' } });
  return moment;
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const minutesOf = (time: string) => Date.parse(`1970-01-01T${time}Z`);

/**
 * The period of clock times on a day (epoch milliseconds); an end that is not after the beginning on the clock is on the next day. Where the
 * clocks leave out the beginning, and it moved to the end or past it, the end moves on as well: 01:30 to 02:00 is 02:30 to 03:00.
 */
function periodOn(day: string, from: string, until: string, zone: string): [begin: number, end: number] {
  const begin = momentOn(day, from, zone);
  if (until <= from) return [begin, momentOn(dayAfter(day), until, zone)];
  const end = momentOn(day, until, zone);
  return [begin, end > begin ? end : begin + minutesOf(until) - minutesOf(from)];
}

/** Reserves the sets of a round for a day; every set in the way is named at once. A round that was removed is refused. */
const useRound: Feature<'useRound'> = async ({ tx, me, params: { id }, body, ifMatch }) => {
  const round = await findRound(tx, id);
  checkActive(round);
  checkFresh(ifMatch, round.updatedAt);
  // The round goes with its location.
  await lockLocation(tx, round.location.id);
  const holderId = body.holderId ?? round.holder?.id;
  if (!holderId) throw refuse(400, 'Choose a person', { errors: { holderId: 'Choose a person' } });
  const leftOut = new Set(body.leftOut ?? []);
  const ids = round.keyBunches.map((bunch) => bunch.id).filter((one) => !leftOut.has(one));
  if (ids.length === 0 || ids.length > BATCH_MAX) throw refuse(400, 'Choose the key sets');
  const { zone } = await readContext(tx);
  const [from, until] = [body.from ?? round.from, body.until ?? round.until];
  const [begin, end] = periodOn(body.day, from, until, zone);
  return reserve(tx, me, {
    ...{ holderId, ids, purpose: round.name, locationId: round.location.id, roundId: round.id },
    ...{ from: new Date(begin).toISOString(), until: new Date(end).toISOString() },
  });
};

export const roundFeatures = { listRounds, createRound, updateRound, useRound };
