import type { CheckReply, Officer } from '../../../shared/key-bunch-query.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';
import { BUNCHES, type Bunch, POSITION_OR_LAST } from './key-bunch.ts';

/** At most this many sets with one code are read; one is enough to warn. */
const CANDIDATES = 20;

/** Other records with this identifier or tag, or a similar one, and the tag's last wearer. */
const checkKeyBunch: Feature<'checkKeyBunch'> = async ({ tx, query }) => {
  const except = query.except ?? 0;
  const identifier = query.identifier?.trim();
  const tag = query.tag?.trim();
  return {
    identifier: identifier ? await setWithCode(tx, 'identifier', identifier, except) : null,
    tag: tag ? await setWithCode(tx, 'currentTag', tag, except) : null,
    position: query.position && query.locationId ? await setAtPosition(tx, { ...query, except }) : null,
    formerTag: tag ? await formerSetWithTag(tx, tag, except) : null,
  };
};

/** The first other set with this code, else the first with a similar one. */
async function setWithCode(
  tx: Tx,
  field: 'identifier' | 'currentTag',
  code: string,
  except: number,
): Promise<CheckReply['tag']> {
  const [isIt, looks] =
    field === 'identifier'
      ? [
          sql`lower(key_bunches.identifier) = lower(${code}::text collate natural_order)`,
          sql`look_of(key_bunches.identifier)`,
        ]
      : [sql`key_bunches.current_tag = ${code}`, sql`look_of(key_bunches.current_tag)`];
  const bunch = await row(
    tx,
    sql<Bunch>`${BUNCHES} where key_bunches.id in (select key_bunch_id from exact_terms(${code}, ${CANDIDATES})
        union all select look_alikes(look_of(${code}), ${field === 'currentTag'}, ${CANDIDATES}))
      and (${isIt} or ${looks} = look_of(${code})) and key_bunches.id <> ${except}
      order by ${isIt} desc, key_bunches.id limit 1`,
  );
  const carried = bunch?.[field];
  return bunch && carried
    ? { identifier: bunch.identifier, locationName: bunch.location.name, code: carried }
    : null;
}

type PositionQuery = { position?: string | undefined; locationId?: number | undefined; except: number };

/** The first other set at this position of a location, in the given, upper or lower case. */
async function setAtPosition(
  tx: Tx,
  { position = '', locationId = 0, except }: PositionQuery,
): Promise<CheckReply['position']> {
  const spellings = [position, position.toUpperCase(), position.toLowerCase()];
  const bunch = await row(
    tx,
    sql<Bunch>`${BUNCHES} where key_bunches.location_id = ${locationId} and (${POSITION_OR_LAST}) = any (${spellings}::text[])
      and key_bunches.id <> ${except} order by key_bunches.id limit 1`,
  );
  return bunch ? { identifier: bunch.identifier, locationName: bunch.location.name } : null;
}

/** The last former wearer of a tag; issued keys have broken theirs. */
async function formerSetWithTag(tx: Tx, tag: string, except: number): Promise<CheckReply['formerTag']> {
  const last = await row(
    tx,
    sql<{ id: number; identifier: string; locationName: string | null; at: string }>`
      select m.key_bunch_id as id, m.key_bunch_identifier as identifier,
        coalesce(m.to_location_name, m.from_location_name) as "locationName", m."timestamp" as at
      from movement_history m
      where m.old_tag = ${tag} and not exists (
        select from key_bunches b where b.id = m.key_bunch_id and b.current_tag = ${tag} and b.status <> 'issued')
      order by m.seq desc limit 1`,
  );
  if (!last) return null;
  const { id, identifier, locationName, at } = last;
  return { identifier, locationName: locationName ?? '', lastWornAt: at, isExcept: id === except };
}

const OFFICERS = 200;
/** Former holders are read from this many of the latest issues. */
const ISSUES = 2000;

/** Suggested holders: former ones, most recent first, then users. */
const listOfficers: Feature<'listOfficers'> = async ({ tx, me }) => {
  const issues = sql`select details->>'officer' as name, done_at, seq from movement_history where action_type = 'issue'`;
  const newest = sql`order by done_at desc, seq desc limit ${ISSUES}`;
  // For a caller with few locations each is queried: among all issues theirs may be rare.
  const latest = me.locations
    ? sql`select one.* from unnest(${me.locations}::int[]) location,
        lateral (${issues} and from_location_id = location ${newest}) one ${newest}`
    : sql`${issues} ${newest}`;
  return rows(
    tx,
    sql<Officer>`
    with latest as (
      ${latest}
    ), used as (
      select name, max(seq) as last from latest where name is not null group by 1
    ), active as (
      select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), split_part(email, '@', 1)) as name, id, email
      from users where is_active
    )
    select coalesce(p.name, u.name) as name, p.id as "userId",
      case when count(p.id) over (partition by p.name) > 1 then p.email end as email
    from used u full join active p on p.name = u.name
    order by u.last desc nulls last, 1 limit ${OFFICERS}`,
  );
};

export const keyBunchCheckFeatures = { checkKeyBunch, listOfficers };
