import { and, eq, type SQL, sql } from 'drizzle-orm';
import { literal, preparedShapes } from '../../database/prepared.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Bunch } from './key-bunch.ts';
import { bunchColumns, isAt, seenAt, type selectBunches, selectPage, wasSeenAt } from './old.ts';
import { beyond, orderOf, type Sort, valuesOf } from './sort.ts';

/** The filtered list: condition with placeholders, cache key, values, cursor and limit. */
type Kept = {
  key: string;
  where: SQL | undefined;
  values: Record<string, unknown>;
  after: (string | number)[] | null;
  limit: number;
};

const page = preparedShapes<Bunch>(bunchColumns);

/** Locations read at first, four times as many each time they hold too few sets. */
const FIRST_PLACES = 4;

/**
 * A page in order of location names. No index has that order, so locations are walked in it, reading at most a page of sets of each: first
 * the rest of the cursor's location, then the following ones.
 */
export async function readLocationPage(tx: Tx, sort: Sort, kept: Kept): Promise<Bunch[]> {
  const { key, values, after, limit } = kept;
  const sent = { ...values, ...valuesOf(after ?? []) };
  const read = (part: string, size: number, more: object, build: Parameters<typeof page>[2]) =>
    page(tx, [part, sort.down, size, key].join('|'), build, { ...sent, ...more }, { customPlan: true });
  const rows = after ? await read('rest', limit, {}, (draft) => restOf(draft, sort, kept)) : [];
  const places = rows.length < limit ? await placesBehind(tx, sort, after) : [];
  for (let taken = FIRST_PLACES; rows.length < limit && places.length > 0; taken *= 4) {
    const walked = places.splice(0, taken).map(({ id }) => id);
    const size = limit - rows.length;
    const found = await read('walk', size, { walked }, (draft) =>
      walk(draft, sort, { ...kept, limit: size }),
    );
    rows.push(...found);
  }
  return rows;
}

/** The sort columns of the location, and those within it. */
const split = ({ parts }: Sort) => ({ place: parts.slice(0, 2), within: parts.slice(2) });

const place = preparedShapes<{ id: number }>({ id: locations.id });

const placesBehind = (tx: Tx, sort: Sort, after: Kept['after']) =>
  place(
    tx,
    [sort.down, after !== null].join('|'),
    (draft) =>
      draft
        .select({ id: locations.id })
        .from(locations)
        .where(after ? beyond(sort, split(sort).place) : undefined)
        .orderBy(...orderOf(sort, split(sort).place)),
    valuesOf(after ?? []),
  );

function restOf(draft: Tx, sort: Sort, { where, limit }: Kept) {
  const { within } = split(sort);
  const behind = beyond(sort, within, 2);
  const here = and(eq(keyBunches.locationId, sql.placeholder('after1')), where, behind);
  return selectPage(draft, here, orderOf(sort, within), limit);
}

function walk(draft: Tx, sort: Sort, { where, limit }: Kept) {
  const { within } = split(sort);
  const held = draft
    .select()
    .from(keyBunches)
    .where(and(isAt, where))
    .orderBy(...orderOf(sort, within))
    .limit(literal(limit))
    .as('key_bunches');
  return draft
    .select(bunchColumns)
    .from(locations)
    .innerJoinLateral(held, sql`true`)
    .leftJoin(seenAt, wasSeenAt)
    .where(sql`${locations.id} = any (${sql.placeholder('walked')}::int[])`)
    .orderBy(...orderOf(sort, sort.parts))
    .limit(literal(limit)) as unknown as ReturnType<typeof selectBunches>;
}
