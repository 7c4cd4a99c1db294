import type { AuditedLocation } from '../../../shared/audit.ts';
import { EXPECTED_STATUSES } from '../../../shared/audit-words.ts';
import { rows, run, sql } from '../../database/sql.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { type BunchCount, readCounts, sumOf } from '../key-bunch/count.ts';

/** What an audit started now would expect. */
const getAuditScope: Feature<'getAuditScope'> = async ({ tx, params, query }) => {
  const location = sql`select from locations where id = ${params.id}`;
  if ((await run(tx, location)) === 0) throw notFound('Location not found');
  const counts = await readCounts(tx, { locationId: params.id, type: query.keyType });
  const sum = (wanted: (row: BunchCount) => boolean) => sumOf(counts.filter(wanted));
  const isExpected = (status: string) => EXPECTED_STATUSES.includes(status);
  return {
    expected: sum(({ status }) => isExpected(status)),
    withoutNfc: sum(({ status, hasNfc }) => isExpected(status) && !hasNfc),
    issued: sum(({ status }) => status === 'issued'),
    other: sum(({ status }) => status !== 'issued' && !isExpected(status)),
  };
};

/** All locations, longest without an audit first. */
const listAuditedLocations: Feature<'listAuditedLocations'> = ({ tx }) =>
  rows(
    tx,
    sql<AuditedLocation>`
      select locations.id, locations.name, locations.type, coalesce(held.expected, 0)::int as expected,
        last.id as "last.id", last.end_time as "last.endTime", last.key_type as "last.keyType", last.missing as "last.missing"
      from locations
      left join (select location_id, sum(bunches) as expected from bunch_counts where status = any (${EXPECTED_STATUSES})
        group by location_id) held on held.location_id = locations.id
      left join lateral (select id, end_time, key_type, cardinality(missing_bunches) as missing from audit_sessions
        where location_id = locations.id and status = 'completed' order by end_time desc limit 1) last on true
      order by coalesce(held.expected, 0)::int = 0, last.end_time asc nulls first, lower(locations.name), locations.id`,
  );

export const auditScopeFeatures = { getAuditScope, listAuditedLocations };
