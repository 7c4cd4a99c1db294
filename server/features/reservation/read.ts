import { COUNTED_MATCHES, RESERVATION_PAGE, RESERVE_NOT_TAKEN_HOURS } from '../../../shared/limits.ts';
import type { Reservation, ReservationQuery, Reservations } from '../../../shared/reservation.ts';
import type { Obstacle, ReservationState, ReservationTab } from '../../../shared/reservation-text.ts';
import { all, raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { type CursorPart, cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { seesHolders } from '../holder/holder.ts';
import { BUNCHES, type Bunch, keyBunchOf, NO_POSITION } from '../key-bunch/key-bunch.ts';

/** A reservation as it is stored, with its names and what is computed of it. */
export type Row = Omit<Reservation, 'keyBunch'> & {
  keyBunchId: number;
  identifier: string;
  locationId: number;
  position: string | null;
  sortName: string;
  createdById: number;
};

const SOURCE = raw(`reservations r
  join key_bunches b on b.company_id = r.company_id and b.id = r.key_bunch_id
  join holders h on h.company_id = r.company_id and h.id = r.holder_id
  left join locations l on l.company_id = r.company_id and l.id = r.location_id`);

/** Neither taken nor cancelled, nor over. */
const IS_OPEN = 'r.taken_at is null and r.cancelled_at is null and r.to_at > clock()';
const IS_LATE = `r.from_at <= clock() - interval '${RESERVE_NOT_TAKEN_HOURS} hours'`;
const [OPEN, NOT_TAKEN] = [raw(IS_OPEN), raw(IS_LATE)];
const STATE =
  raw(`case when r.cancelled_at is not null then 'cancelled' when r.taken_at is not null then 'taken'
  when r.to_at <= clock() then 'over' when ${IS_LATE} then 'not_taken' when r.picked_at is not null then 'picked'
  else 'waiting' end`);
/** A set that is with the reserver already, or due back before, is not in the way. */
const OBSTACLE = raw(`case when ${IS_OPEN} then case when b.status = 'missing' then 'missing'
  when b.status = 'issued' and b.holder_id is distinct from r.holder_id
    and (b.due_at is null or b.due_at > r.from_at or b.due_at < clock()) then 'out'
  when b.status <> 'issued' and b.location_id <> r.location_id then 'elsewhere' end end`);

/** Whose other open reservation the set is laid ready for. */
const READY_FOR =
  raw(`(select o.name from reservations p join holders o on o.company_id = p.company_id and o.id = p.holder_id
    where p.company_id = r.company_id and p.key_bunch_id = r.key_bunch_id and p.id <> r.id and p.picked_at is not null
      and p.taken_at is null and p.cancelled_at is null and p.to_at > clock() order by p.from_at limit 1)`);

const nameOf = (user: string) =>
  raw(`(select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) from users u
    where u.company_id = r.company_id and u.id = ${user})`);

/** Every reservation as a row, from `reservations r`. */
export const RESERVATIONS = sql<
  Row & { state: ReservationState; obstacle: Obstacle | null }
>`select r.id, r.group_id as "groupId",
    r.key_bunch_id as "keyBunchId", b.identifier, b.position, h.name as "holder.name", h.id as "holder.id", h.user_id as "holder.userId",
    h.organisation, h.sort_name as "sortName", r.location_id as "locationId", l.id as "location.id", l.name as "location.name",
    r.from_at as "from", r.to_at as until, r.purpose, r.notes, ${STATE} as state, ${OBSTACLE} as obstacle,
    ${nameOf('r.created_by')} as "createdBy", r.created_by as "createdById", r.created_at as "createdAt", r.updated_at as "updatedAt",
    ${nameOf('r.picked_by')} as "pickedBy", r.picked_at as "pickedAt",
    ${READY_FOR} as "readyFor"
  from ${SOURCE}`;

/** Reservations with their sets, as calls return them. */
async function withBunches(tx: Tx, me: Member, found: Row[]): Promise<Reservation[]> {
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ keyBunchId }) => keyBunchId))];
  const bunches = await rows(tx, sql<Bunch>`${BUNCHES} where key_bunches.id = any (${ids}::int[])`);
  const byId = new Map(bunches.map((bunch) => [bunch.id, bunch]));
  const sees = seesHolders(me);
  return found.flatMap((one) => {
    const bunch = byId.get(one.keyBunchId);
    if (!bunch) return [];
    // A location that the caller may not see has no name here.
    const location = one.location ?? { id: one.locationId, name: 'Another location' };
    return [{ ...one, location, organisation: sees ? one.organisation : null, keyBunch: keyBunchOf(bunch) }];
  });
}

/** Reservations by id, in that order. */
export async function readReservations(tx: Tx, me: Member, ids: number[]): Promise<Reservation[]> {
  const found = await rows(tx, sql<Row>`${RESERVATIONS} where r.id = any (${ids}::int[])`);
  const read = await withBunches(tx, me, found);
  return read.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Reservations by id, locked, as far as the caller may see them. Lock their sets before. */
export async function lockReservations(tx: Tx, ids: number[]): Promise<Row[]> {
  return rows(tx, sql<Row>`${RESERVATIONS} where r.id = any (${ids}::int[]) order by r.id for update of r`);
}

const DAYS = sql`select (date_trunc('day', clock() at time zone timezone) + interval '1 day') at time zone timezone as tomorrow,
    (date_trunc('day', clock() at time zone timezone) + interval '2 days') at time zone timezone as later, timezone as zone
  from companies`;
/** The conditions of the tabs, by the company's days `d`. */
const TABS: Record<ReservationTab, Sql> = {
  today: sql`${OPEN} and r.from_at < d.tomorrow and not (${NOT_TAKEN})`,
  tomorrow: sql`${OPEN} and r.from_at >= d.tomorrow and r.from_at < d.later`,
  later: sql`${OPEN} and r.from_at >= d.later`,
  not_taken: sql`${OPEN} and ${NOT_TAKEN}`,
  ended: sql`not (${OPEN})`,
};

type Order = {
  by: Sql;
  parts: CursorPart[];
  of: (last: Row) => (string | number)[];
  values: (parts: unknown[]) => Sql;
};
const ORDERS: Record<NonNullable<ReservationQuery['by']>, Order> = {
  time: {
    by: raw('r.from_at, r.id'),
    parts: [{ kind: 'time', never: undefined }, { kind: 'id' }],
    of: ({ from, id }) => [from, id],
    values: ([from, id]) => sql`(${from}::timestamptz, ${id}::int)`,
  },
  change: {
    by: raw('r.updated_at, r.id'),
    parts: [{ kind: 'time', never: undefined }, { kind: 'id' }],
    of: ({ updatedAt, id }) => [updatedAt, id],
    values: ([at, id]) => sql`(${at}::timestamptz, ${id}::int)`,
  },
  person: {
    by: raw('h.sort_name, r.from_at, r.id'),
    parts: [{ kind: 'text' }, { kind: 'time', never: undefined }, { kind: 'id' }],
    of: ({ sortName, from, id }) => [sortName, from, id],
    values: ([name, from, id]) => sql`(${name}, ${from}::timestamptz, ${id}::int)`,
  },
  hook: {
    by: raw(
      `coalesce(l.name, ''), (case when b.position is null then U&'\\FFFF' else b.position end), b.identifier, r.id`,
    ),
    parts: [{ kind: 'text' }, { kind: 'text' }, { kind: 'text' }, { kind: 'id' }],
    // A location that the caller may not see has no name.
    of: ({ location, position, identifier, id }) => [
      ...[(location as Row['location'] | null)?.name ?? '', position ?? NO_POSITION, identifier, id],
    ],
    values: ([place, position, name, id]) => sql`(${place}, ${position}, ${name}, ${id}::int)`,
  },
};

const matches = (q: string) =>
  sql`(strpos(code_of(b.identifier), nullif(code_of(${q}), '')) > 0 or strpos(words_of(h.name), words_of(${q})) > 0
    or exists (select from jsonb_to_recordset(b.premises) as p (name text, address text, client text)
      where strpos(words_of(concat_ws(' ', p.name, p.address, p.client)), words_of(${q})) > 0))`;
const ofFirm = (q: string) => sql`strpos(words_of(h.organisation), words_of(${q})) > 0`;

function filterOf(me: Member, { q, locationId, holderId, keyBunchId }: ReservationQuery): Sql {
  const text = q?.trim();
  return all(
    locationId !== undefined && sql`r.location_id = ${locationId}`,
    holderId !== undefined && sql`r.holder_id = ${holderId}`,
    keyBunchId !== undefined && sql`r.key_bunch_id = ${keyBunchId}`,
    text && (seesHolders(me) ? sql`(${matches(text)} or ${ofFirm(text)})` : matches(text)),
  );
}

/** Reservations of a tab, or all open ones. Ended ones, which never go away, only of a set or a person. */
const listReservations: Feature<'listReservations'> = async ({ tx, me, query }) => {
  const { tab, changedSince, blocked, cursor, limit = RESERVATION_PAGE } = query;
  const { by = changedSince ? 'change' : 'time' } = query;
  if (tab === 'ended' && query.keyBunchId === undefined && query.holderId === undefined) {
    const why = 'Choose a key set or a person';
    throw refuse(400, why, { errors: { keyBunchId: why } });
  }
  const order = ORDERS[by];
  const filter = filterOf(me, query);
  const since = changedSince && sql`r.updated_at >= ${changedSince}::timestamptz`;
  const which = all(tab ? TABS[tab] : changedSince ? undefined : OPEN, since);
  const source = sql`${SOURCE} cross join (${DAYS}) d`;
  const behind = cursor && sql`(${order.by}) > ${order.values(readCursor(cursor, order.parts))}`;
  const isBlocked = sql`(${OBSTACLE}) is not null`;
  const isLasting = tab === 'ended' || changedSince !== undefined;
  const number = (when: Sql) => sql`(count(*) filter (where ${when}))::int`;
  // Counted up to a limit, as ended ones stay for good; the other tables only where a search needs them.
  const of = query.q?.trim() ? source : sql`reservations r cross join (${DAYS}) d`;
  const counted = sql`(select count(*)::int from (select from ${of} where ${all(filter, which)} limit ${COUNTED_MATCHES + 1}) few)`;
  const [counts, days, found] = await Promise.all([
    row(
      tx,
      sql<Reservations['counts'] & { shown: number; blocked: number }>`select ${number(TABS.today)} as today,
          ${number(TABS.tomorrow)} as tomorrow, ${number(TABS.later)} as later, ${number(TABS.not_taken)} as not_taken,
          ${isLasting ? counted : number(which)} as shown, ${number(all(which, isBlocked))} as blocked
        from ${source} where ${all(filter, OPEN)}`,
    ),
    isLasting
      ? []
      : rows(
          tx,
          sql<
            Reservations['days'][number]
          >`select to_char(r.from_at at time zone d.zone, 'YYYY-MM-DD') as day, count(*)::int as sets,
              count(distinct r.holder_id)::int as people
            from ${source} where ${all(filter, which, blocked && isBlocked)} group by 1 order by 1`,
        ),
    rows(
      tx,
      sql<Row>`${RESERVATIONS} cross join (${DAYS}) d where ${all(filter, which, blocked && isBlocked, behind)}
        order by ${order.by} limit ${limit + 1}`,
    ),
  ]);
  const { shown, next } = cutPage(found, limit, (last) => writeCursor(order.of(last)));
  const {
    shown: matching = 0,
    blocked: inTheWay = 0,
    ...tabs
  } = counts ?? {
    today: 0,
    tomorrow: 0,
    later: 0,
    not_taken: 0,
  };
  const total = blocked ? inTheWay : matching;
  const reply = { counts: tabs, blocked: inTheWay, days, reservations: await withBunches(tx, me, shown) };
  return new Page(reply, Math.min(total, COUNTED_MATCHES), next, total > COUNTED_MATCHES);
};

export const reservationReadFeatures = { listReservations };
