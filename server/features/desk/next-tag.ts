import { NAME_MAX } from '../../../shared/limits.ts';
import { raw, row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Feature } from '../feature.ts';

type Tag = { tag: string };

/** The last return is searched in this many newest entries of a location. */
const LOOKED_AT = 2000;

/** Undone returns are ignored. */
const wayOf = (column: 'from_location_id' | 'to_location_id', locationId: number) =>
  sql`(select seq, tag from (select seq, id, key_bunch_id, new_tag as tag, action_type from movement_history
      where ${raw(column)} = ${locationId} order by seq desc limit ${raw(LOOKED_AT)}) newest
    where action_type = 'return' and tag is not null
      and not exists (select from movement_history u where u.key_bunch_id = newest.key_bunch_id and u.seq > newest.seq
        and u.details->>'undoes' = newest.id::text)
    order by seq desc limit 1)`;
const lastReturned = (locationId: number) =>
  sql<Tag>`select tag from (${wayOf('from_location_id', locationId)} union all ${wayOf('to_location_id', locationId)}) last
    order by seq desc limit 1`;

/** Limit of skipped used numbers. */
const STEPS = 100;

/** The numbers after a tag, in order, with prefix and leading zeros; none without a final digit. */
export function tagsBehind(tag: string, steps = STEPS): string[] {
  const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/s.exec(tag) ?? [];
  if (!digits) return [];
  const tags = Array.from(
    { length: steps },
    (_, n) => prefix + String(BigInt(digits) + BigInt(n + 1)).padStart(digits.length, '0'),
  );
  return tags.filter((one) => one.length <= NAME_MAX);
}

const fresh = (tags: string[]) =>
  sql<Tag>`select tag from unnest(${tags}::text[]) with ordinality one (tag, n) where not tag_was_worn(tag) order by n limit 1`;

/** The first never worn by a set of the company. Usually the next one, so the others are checked only if needed. */
async function firstFresh(tx: Tx, tags: string[]): Promise<string | null> {
  for (const some of [tags.slice(0, 2), tags.slice(2)]) {
    const one = some.length > 0 && (await row(tx, fresh(some)));
    if (one) return one.tag;
  }
  return null;
}

/** The highest purely numeric tag at a location. */
const highest = (locationId: number) =>
  sql<Tag>`select current_tag as tag from key_bunches where location_id = ${locationId} and current_tag ~ '^[0-9]+$'
    order by char_length(ltrim(current_tag, '0')) desc, ltrim(current_tag, '0') collate "C" desc limit 1`;

/** The last returned tag at a location and the next number; before the first return it follows the highest tag there. */
const getNextTag: Feature<'getNextTag'> = async ({ tx, me, query }) => {
  if (me.locations && !me.locations.includes(query.locationId)) return { last: null, next: null };
  const last = await row(tx, lastReturned(query.locationId));
  if (last) return { last: last.tag, next: await firstFresh(tx, tagsBehind(last.tag)) };
  const worn = await row(tx, highest(query.locationId));
  return { last: null, next: worn ? await firstFresh(tx, tagsBehind(worn.tag)) : null };
};

export const nextTagFeatures = { getNextTag };
