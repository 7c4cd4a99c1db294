import { and, count, type SQL, sql } from 'drizzle-orm';
import { COUNTED_MATCHES } from '../../../shared/limits.ts';
import { literal, preparedShapes } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { countBunches } from './count.ts';
import { dueOrNever, issuedOrNever, seenOrNever } from './key-bunch.ts';
import type { Asked } from './page.ts';

export type Total = { total: number; more: boolean };

const counted = preparedShapes<{ total: number }>({ total: count() });

/**
 * The number of matches: exact for the whole list, for one of a location, type or status, and for a search that is ranked; of anything
 * else up to COUNTED_MATCHES.
 */
export async function countMatches(tx: Tx, { query, filters, found }: Asked): Promise<Total> {
  if (!found && filters.isOfKinds) return { total: await countBunches(tx, kindOf(query)), more: false };
  if (found && !found.rest && filters.isOpen) return { total: found.ranked.ids.length, more: found.many };
  if (found?.many && filters.isOpen) return { total: COUNTED_MATCHES, more: true };
  const named = found !== null && !found.rest;
  const build = (draft: Tx) => {
    const some = draft
      .select({ id: keyBunches.id })
      .from(keyBunches)
      .where(and(filters.where, found?.condition));
    // In the order of the index that a filter asks, so that no more is read than counted.
    const capped = named ? some : some.orderBy(indexOf(query)).limit(literal(COUNTED_MATCHES + 1));
    if (named || !query.without || !filters.values.places)
      return draft.select({ total: count() }).from(capped.as('some'));
    return draft.select({ total: count() }).from(sql`(${ofEachPlace(draft, filters.where)}) found`);
  };
  const key = [filters.key, found?.key].join('|');
  const [row] = await counted(tx, key, build, { ...filters.values, ...found?.values }, { afresh: true });
  const matches = row?.total ?? 0;
  return named
    ? { total: matches, more: found.many }
    : { total: Math.min(matches, COUNTED_MATCHES), more: matches > COUNTED_MATCHES };
}

/** The same location by location: what most sets are without would be sorted whole in an order of several locations. */
const ofEachPlace = (draft: Tx, where: SQL | undefined): SQL => {
  const most = literal(COUNTED_MATCHES + 1);
  const here = draft
    .select({ id: keyBunches.id })
    .from(keyBunches)
    .where(and(where, sql`${keyBunches.locationId} = place.id`))
    .orderBy(keyBunches.identifier)
    .limit(most);
  return sql`select here.id from unnest((select ${sql.placeholder('places')}::int[])) place(id), lateral (${here}) here limit ${most}`;
};

/** What the index that answers a filter is ordered by. */
function indexOf(query: Asked['query']) {
  if (query.outHours) return issuedOrNever;
  if (query.notSeenDays) return seenOrNever;
  if (query.due) return dueOrNever;
  return query.holderId ? keyBunches.dueAt : keyBunches.identifier;
}

const kindOf = ({ locationId, type, status }: Asked['query']) => ({ locationId, type, status });
