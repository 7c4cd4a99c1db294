import { and, eq, type SQL, sql } from 'drizzle-orm';
import { literal, preparedShapes } from '../../database/prepared.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { type Bunch, bunchColumns, isAt, seenAt, selectBunches, wasSeenAt } from './key-bunch.ts';
import { beyond, orderOf, type Sort, valuesOf } from './sort.ts';

/** What of the list is kept: the condition with its placeholders, its name, its values; behind what, and how many. */
type Kept = {
  key: string;
  where: SQL | undefined;
  values: Record<string, unknown>;
  after: (string | number)[] | null;
  limit: number;
};

const page = preparedShapes<Bunch>(bunchColumns);

/**
 * A page in the order of the locations' names. No index has that order, so the locations are walked in it, and of each no more sets are
 * read than the page takes: first the rest of the location where the page before ended, then the locations behind it.
 */
export async function readLocationPage(tx: Tx, sort: Sort, kept: Kept): Promise<Bunch[]> {
  const { key, values, after, limit } = kept;
  const sent = { ...values, ...valuesOf(after ?? []) };
  const read = (part: string, size: number, build: Parameters<typeof page>[2]) =>
    page(tx, [part, sort.down, size, key].join('|'), build, sent, { afresh: true });
  const rest = after ? await read('rest', limit, (draft) => restOf(draft, sort, kept)) : [];
  const size = limit - rest.length;
  if (size === 0) return rest;
  const isAfter = after !== null;
  const next = await read(isAfter ? 'next' : 'first', size, (draft) =>
    walk(draft, sort, { ...kept, limit: size }, isAfter),
  );
  return [...rest, ...next];
}

/** The parts of the order that are the location's, and those that tell its sets apart. */
const split = ({ parts }: Sort) => ({ place: parts.slice(0, 2), within: parts.slice(2) });

function restOf(draft: Tx, sort: Sort, { where, limit }: Kept) {
  const { within } = split(sort);
  return selectBunches(draft)
    .where(and(eq(keyBunches.locationId, sql.placeholder('after1')), where, beyond(sort, within, 2)))
    .orderBy(...orderOf(sort, within))
    .limit(literal(limit));
}

function walk(draft: Tx, sort: Sort, { where, limit }: Kept, isAfter: boolean) {
  const { place, within } = split(sort);
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
    .where(isAfter ? beyond(sort, place) : undefined)
    .orderBy(...orderOf(sort, [...place, ...within]))
    .limit(literal(limit)) as unknown as ReturnType<typeof selectBunches>;
}
