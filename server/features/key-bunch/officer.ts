import type { Officer } from '../../../shared/key-bunch-query.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Feature } from '../feature.ts';

const OFFICERS = 200;
/** Former holders are read from this many of the latest issues. */
const ISSUES = 2000;

/** Suggested holders: former ones, most recent first, then users. */
const listOfficers: Feature<'listOfficers'> = async ({ tx, me }) => {
  const issues = sql`select details->>'officer' as name, seq from movement_history where action_type = 'issue'`;
  const newest = sql`order by seq desc limit ${ISSUES}`;
  // For a caller with few locations each is queried: among all issues theirs may be rare.
  const latest = me.locations
    ? sql`select one.* from unnest(${me.locations}::int[]) place,
        lateral (${issues} and from_location_id = place ${newest}) one ${newest}`
    : sql`${issues} ${newest}`;
  return rows(
    tx,
    sql<Officer>`
    with latest as (
      ${latest}
    ), used as (
      select name, max(seq) as last from latest where name is not null group by 1
    ), people as (
      select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), split_part(email, '@', 1)) as name, id, email
      from users where is_active
    )
    select coalesce(p.name, u.name) as name, p.id as "userId",
      case when count(p.id) over (partition by p.name) > 1 then p.email end as email
    from used u full join people p on p.name = u.name
    order by u.last desc nulls last, 1 limit ${OFFICERS}`,
  );
};

export const keyBunchOfficerFeatures = { listOfficers };
