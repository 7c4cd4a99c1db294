import { all, raw, replanned, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { BUNCH, type Bunch, IS_AT, pageOfBunches, SEEN_AT } from './key-bunch.ts';
import { beyond, orderOf, type Sort } from './sort.ts';

/** The filtered list: condition, cursor and limit. */
type Kept = { where: Sql; after: (string | number)[] | null; limit: number };

/** Locations read at first, four times as many each time they hold too few sets. */
const FIRST_PLACES = 4;

/**
 * A page in order of location names. No index has that order, so locations are walked in it, reading at most a page of sets of each: first
 * the rest of the cursor's location, then the following ones.
 */
export async function readLocationPage(tx: Tx, sort: Sort, { where, after, limit }: Kept): Promise<Bunch[]> {
  const place = sort.parts.slice(0, 2);
  const within = sort.parts.slice(2);
  const found: Bunch[] = [];
  if (after) {
    const rest = all(sql`key_bunches.location_id = ${after[1]}`, where, beyond(sort, within, after.slice(2)));
    found.push(...(await rows(tx, replanned(pageOfBunches(rest, orderOf(sort, within), limit)))));
  }
  const behind = after ? beyond(sort, place, after) : raw('true');
  const places =
    found.length < limit
      ? await rows(
          tx,
          sql<{ id: number }>`select id from locations where ${behind} order by ${orderOf(sort, place)}`,
        )
      : [];
  for (let taken = FIRST_PLACES; found.length < limit && places.length > 0; taken *= 4) {
    const walked = places.splice(0, taken).map(({ id }) => id);
    const most = raw(limit - found.length);
    const held = sql`select * from key_bunches where ${all(IS_AT, where)} order by ${orderOf(sort, within)} limit ${most}`;
    const walk = sql<Bunch>`select ${BUNCH} from locations join lateral (${held}) key_bunches on true ${SEEN_AT}
      where locations.id = any (${walked}::int[]) order by ${orderOf(sort, sort.parts)} limit ${most}`;
    found.push(...(await rows(tx, replanned(walk))));
  }
  return found;
}
