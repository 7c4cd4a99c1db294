import { lastClock } from '../../shared/due.ts';
import { seesEverywhere } from '../../shared/grant.ts';
import { effectivePermissions, type Permission, type Role } from '../../shared/permissions.ts';
import { json, raw, row, rows, run, sql } from '../database/sql.ts';
import type { Tx } from '../database/transactions.ts';

/** Updates a company's overdue sets to a time (ISO); returns the newest number, 0 without any. */
export async function noticeOverdue(tx: Tx, company: number, now: string): Promise<number> {
  // After a return, a handover, an extension or a loss the next overdue period is reported again.
  await run(
    tx,
    sql`delete from overdue_sets o where o.company_id = ${company} and not exists (select from key_bunches b
      where b.company_id = o.company_id and b.id = o.key_bunch_id and b.due_at = o.due_at and b.holder_id is not distinct from o.holder_id)`,
  );
  // By the index of due times, so it reads only overdue sets.
  await run(
    tx,
    sql`insert into overdue_sets (company_id, key_bunch_id, due_at, holder_id)
      select b.company_id, b.id, b.due_at, b.holder_id from key_bunches b
      where b.company_id = ${company} and (case when b.due_at is null then 'infinity' else b.due_at end) < ${now}::timestamptz
        and not exists (select from overdue_sets o where o.company_id = ${company} and o.key_bunch_id = b.id)
      order by b.due_at, b.id`,
  );
  const newest = await row(
    tx,
    sql<{ number: number }>`select coalesce(max(number), 0) as number from overdue_sets
      where company_id = ${company}`,
  );
  return newest?.number ?? 0;
}

/** Numbers above the first, up to the second. */
export type Range = [after: number, to: number];
/** The overdue sets of a letter: the recipient's own, and those of others; null for none. */
export type About = { own: Range | null; all: Range | null };

export type Overdue = {
  identifier: string;
  dueAt: string;
  location: string;
  /** The holder; null for the recipient's own sets. */
  holder: string | null;
  /** The next reservation of another person (decision 0079). */
  needed: { by: string; from: string } | null;
  total: number;
};

const NONE: Range = [0, 0];

/**
 * The sets of these ranges that are still overdue, own ones first, then longest overdue, at most `most`; of others only at `locations` (null:
 * all).
 */
export function stillOverdue(
  tx: Tx,
  company: number,
  holder: number,
  { own, all }: About,
  locations: readonly number[] | null,
  most: number,
): Promise<Overdue[]> {
  const within = ([after, to]: Range) => sql`o.number > ${after} and o.number <= ${to}`;
  return rows(
    tx,
    sql<Overdue>`select b.identifier, b.due_at as "dueAt", l.name as location,
        case when b.holder_id is not distinct from ${holder} then null else b.holder_name end as holder,
        case when b.reserved_until > clock() then (select jsonb_build_object('by', h.name, 'from', r.from_at) from reservations r
          join holders h on h.company_id = r.company_id and h.id = r.holder_id
          where r.company_id = b.company_id and r.key_bunch_id = b.id and r.holder_id is distinct from b.holder_id
            and r.taken_at is null and r.cancelled_at is null and r.to_at > clock() order by r.from_at limit 1) end as needed,
        count(*) over ()::int as total
      from overdue_sets o
      join key_bunches b on b.company_id = o.company_id and b.id = o.key_bunch_id and b.due_at = o.due_at
        and b.holder_id is not distinct from o.holder_id
      join locations l on l.company_id = b.company_id and l.id = b.location_id
      where o.company_id = ${company} and (
        (o.holder_id = ${holder} and ${within(own ?? NONE)})
        or (o.holder_id is distinct from ${holder} and ${within(all ?? NONE)}
          and (${locations}::int[] is null or b.location_id = any (${locations}::int[]))))
      order by b.holder_id is distinct from ${holder}, b.due_at, b.identifier limit ${most}`,
  );
}

type Rights = {
  role: Role;
  permissions: string[];
  customPermissions: string[];
  allowedLocationIds: number[];
};

/** Locations of other people's sets that a user gets reminders of: null is all, undefined none. */
export function locationsOf(rights: Rights): number[] | null | undefined {
  const permissions: Permission[] = effectivePermissions(rights);
  if (!permissions.includes('key:view')) return undefined;
  return seesEverywhere({ ...rights, permissions }) ? null : rights.allowedLocationIds;
}

/** Holders who get reminders: staff, and outsiders if selected, except deactivated users. */
export const IS_REMINDED = raw(`h.email is not null and (h.kind = 'staff' or h.send_reminders)
  and not exists (select from users off where off.id = h.user_id and not off.is_active)`);
/** A person with a queued letter gets the next one after it was sent. */
const NONE_WAITS = raw(
  `not exists (select from letters x where x.kind = 'reminder' and x.lane = h.company_id and x.holder_id = h.id)`,
);

/** Holders with overdue sets not yet reported, and the last number reported. */
export const holdersToTell = (tx: Tx, company: number) =>
  rows(
    tx,
    sql<{ holder: number; after: number }>`select h.id as holder, coalesce(m.own_number, 0) as after
      from holders h left join reminder_marks m on m.company_id = h.company_id and m.holder_id = h.id
      where h.company_id = ${company} and h.id in (select o.holder_id from overdue_sets o where o.company_id = ${company})
        and ${IS_REMINDED} and ${NONE_WAITS}
        and exists (select from overdue_sets o
          where o.company_id = ${company} and o.holder_id = h.id and o.number > coalesce(m.own_number, 0))`,
  );

const ms = (column: string) => raw(`(extract(epoch from ${column}) * 1000)::float8`);

export type Listener = { holder: number; after: number; daily: boolean; locations: number[] | null };

/** Users who subscribed to others' sets and are due a letter, with their locations. */
export async function listenersNow(tx: Tx, company: number, now: number, zone: string): Promise<Listener[]> {
  const listeners = await rows(
    tx,
    sql<Rights & Subscription & { holder: number; after: number }>`
      select h.id as holder, w.wish, w.daily_time as time, ${ms('w.asked_at')} as "askedAt", ${ms('m.all_at')} as "writtenAt",
        ${ms('m.daily_at')} as "dailyAt", coalesce(m.all_number, 0) as after,
        u.role, u.permissions, u.custom_permissions as "customPermissions", u.allowed_location_ids as "allowedLocationIds"
      from reminder_wishes w
      join users u on u.company_id = w.company_id and u.id = w.user_id and u.is_active
      join holders h on h.company_id = w.company_id and h.user_id = w.user_id
      left join reminder_marks m on m.company_id = h.company_id and m.holder_id = h.id
      where w.company_id = ${company} and w.wish <> 'never' and ${NONE_WAITS}`,
  );
  return listeners.flatMap((one) => {
    const locations = locationsOf(one);
    if (locations === undefined || !isTime(one, now, zone)) return [];
    return [{ holder: one.holder, after: one.after, daily: one.wish === 'daily', locations }];
  });
}

/** Those of the listeners for whom a set became overdue. */
export async function withNews(tx: Tx, company: number, listeners: Listener[]): Promise<Set<number>> {
  if (listeners.length === 0) return new Set();
  const found = await rows(
    tx,
    sql<{ holder: number }>`
      select p.holder from jsonb_to_recordset(${json(listeners)}) as p(holder integer, after bigint, locations jsonb)
      where exists (select from overdue_sets o join key_bunches b on b.company_id = o.company_id and b.id = o.key_bunch_id
        where o.company_id = ${company} and o.number > p.after and o.holder_id is distinct from p.holder
          and (jsonb_typeof(p.locations) is distinct from 'array' or p.locations @> to_jsonb(b.location_id)))`,
  );
  return new Set(found.map(({ holder }) => holder));
}

/** A user's reminder setting and last letters, in epoch milliseconds; null: never. */
type Subscription = {
  wish: 'never' | 'soon' | 'daily';
  /** Of `daily`: "08:00". */
  time: string | null;
  askedAt: number;
  /** When the last letter about sets of others was queued. */
  writtenAt: number | null;
  /** Last decision about a daily letter, sent or not. */
  dailyAt: number | null;
};

const HOUR_MS = 3_600_000;

/**
 * Whether a letter is due. `soon`: an hour after the last one. `daily`: once its time has passed since the last decision or the setting's
 * change; a time missed while no server ran is made up.
 */
function isTime(
  { wish, time, askedAt, writtenAt, dailyAt }: Subscription,
  now: number,
  zone: string,
): boolean {
  if (wish === 'soon') return writtenAt === null || now - writtenAt >= HOUR_MS;
  if (wish !== 'daily' || time === null) return false;
  return lastClock(time, now, zone) > Math.max(askedAt, dailyAt ?? 0);
}
