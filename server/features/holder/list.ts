import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Holder, HolderQuery } from '../../../shared/holder.ts';
import { COUNTED_MATCHES, HOLDER_PAGE } from '../../../shared/limits.ts';
import { ask, literal, preparedShapes } from '../../database/prepared.ts';
import { holders } from '../../database/schema/holders.ts';
import type { Tx } from '../../database/transactions.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { guessedHolders } from '../key-bunch/guess.ts';
import { byName, holderColumns, selectHolders } from './holder.ts';

const sent = (name: string) => sql.placeholder(name);
const heldBy = (which: SQL) =>
  sql`exists (select from key_bunches b where b.company_id = holders.company_id and b.holder_id = ${holders.id} and ${which})`;

/** Conditions of the filters; values are bound when read. */
const FILTERS = {
  kind: eq(holders.kind, sent('kind')),
  active: eq(holders.isActive, sent('active')),
  /** Matching or key-holding people, if few enough to list; otherwise each row is checked. */
  found: sql`${holders.id} = any (${sent('found')}::int[])`,
  text: sql`strpos(${holders.words}, words_of(${sent('text')})) > 0`,
  holders: sql`${holders.id} = any (${sent('holders')}::int[])`,
  any: heldBy(sql`true`),
  overdue: heldBy(sql`b.due_at < (select clock())`),
};
type Values = Partial<Record<keyof typeof FILTERS, unknown>>;

/** Above this many issued sets, holders are checked one by one: some are soon found. */
const NAMED_SETS = 10_000;

const heldSets = (sets: string) => `with held as materialized (select holder_id from key_bunches
    where status = 'issued' and holder_id is not null ${sets} limit ${NAMED_SETS + 1})
  select array(select distinct holder_id from held) as ids, (select count(*)::int from held) as sets`;
const HOLDERS = {
  any: heldSets(''),
  /** In the order of the index of issued sets. */
  overdue: heldSets(`and (case when due_at is null then 'infinity' else due_at end) < (select clock())
    order by (case when due_at is null then 'infinity' else due_at end), identifier, id`),
};

/** Limit of guesses per correction. */
const GUESSES = 40;
const NO_GUESSES: Map<number, string> = new Map();

async function whoHas(tx: Tx, holding: 'any' | 'overdue'): Promise<Values> {
  const [row] = await ask<{ ids: number[]; sets: number }>(tx, HOLDERS[holding], []);
  return row && row.sets <= NAMED_SETS ? { holders: row.ids } : { [holding]: true };
}

/** Matching people; without any, corrected matches with their words. */
async function whoMatches(tx: Tx, q: string): Promise<{ values: Values; meant: Map<number, string> }> {
  const rows = await ask<{ id: number }>(tx, 'select matching_holders($1, $2) as id', [
    q,
    COUNTED_MATCHES + 1,
  ]);
  const meant = rows.length === 0 ? await guessedHolders(tx, q, GUESSES) : NO_GUESSES;
  const found = [...rows.map(({ id }) => id), ...meant.keys()];
  return { values: found.length <= COUNTED_MATCHES ? { found } : { text: q }, meant };
}

/** A query's filters with values. */
async function filtersOf(tx: Tx, { q, kind, active, holding }: HolderQuery) {
  const [matching, having] = await Promise.all([
    q ? whoMatches(tx, q) : null,
    holding ? whoHas(tx, holding) : {},
  ]);
  const values: Values = { kind, active, ...matching?.values, ...having };
  const names = (Object.keys(FILTERS) as (keyof Values)[]).filter((name) => values[name] !== undefined);
  return {
    key: names.join(),
    where: and(...names.map((name) => FILTERS[name])),
    values,
    meant: matching?.meant ?? NO_GUESSES,
  };
}

const page = preparedShapes<Holder>(holderColumns);
const counted = preparedShapes<{ total: number }>({ total: count() });

/** After a person in name order. */
const BEHIND = sql`(${holders.sortName}, ${holders.id}) > (lower(${sent('name')}), ${sent('id')})`;

const MANY = [{ total: COUNTED_MATCHES + 1 }];

/** Holders by name, with their number up to COUNTED_MATCHES. */
const listHolders: Feature<'listHolders'> = async ({ tx, query }) => {
  const limit = query.limit ?? HOLDER_PAGE;
  const [name, id] = query.cursor ? readCursor(query.cursor, [{ kind: 'text' }, { kind: 'id' }]) : [];
  const { key, where, values, meant } = await filtersOf(tx, query);
  const build = (draft: Tx) =>
    selectHolders(draft, and(where, id === undefined ? undefined : BEHIND), byName, limit + 1);
  const countUp = (draft: Tx) => {
    const some = draft
      .select({ id: holders.id })
      .from(holders)
      .where(where)
      .orderBy(...byName);
    return draft.select({ total: count() }).from(some.limit(literal(COUNTED_MATCHES + 1)).as('some'));
  };
  const [rows, [sum]] = await Promise.all([
    page(tx, [key, limit, id !== undefined].join('|'), build, { ...values, name, id }, { customPlan: true }),
    // For a search too broad to list, only that more match.
    key === 'text' ? MANY : counted(tx, key, countUp, values, { customPlan: true }),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const total = sum?.total ?? 0;
  const next = last ? writeCursor([last.name, last.id]) : null;
  const items = shown.map((one) => (meant.size > 0 ? { ...one, meant: meant.get(one.id) } : one));
  return new Page(items, Math.min(total, COUNTED_MATCHES), next, total > COUNTED_MATCHES);
};
export const holderListFeatures = { listHolders };
