import { COUNTED_MATCHES, HOLDER_PAGE } from '../../../shared/limits.ts';
import { all, raw, replanned, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { guessedHolders } from '../key-bunch/guess.ts';
import { BY_NAME, firstHolders } from './holder.ts';

const heldBy = (which: Sql) =>
  sql`exists (select from key_bunches b where b.company_id = holders.company_id and b.holder_id = holders.id and ${which})`;
const HELD_BY = { any: heldBy(raw('true')), overdue: heldBy(raw('b.due_at < (select clock())')) };

/** Above this many issued sets, holders are checked one by one: some are soon found. */
const NAMED_SETS = 10_000;

const heldSets = (sets: string) => sql<{ ids: number[]; sets: number }>`
  with held as materialized (select holder_id from key_bunches
    where status = 'issued' and holder_id is not null ${raw(sets)} limit ${raw(NAMED_SETS + 1)})
  select array(select distinct holder_id from held) as ids, (select count(*)::int from held) as sets`;
const HOLDERS = {
  any: heldSets(''),
  /** In the order of the index of issued sets. */
  overdue: heldSets(`and (case when due_at is null then 'infinity' else due_at end) < (select clock())
    order by (case when due_at is null then 'infinity' else due_at end), identifier, id`),
};

/** Limit of guesses per correction. */
const GUESSES = 40;

async function whoHas(tx: Tx, holding: 'any' | 'overdue'): Promise<Sql> {
  const held = await row(tx, HOLDERS[holding]);
  return held && held.sets <= NAMED_SETS ? sql`holders.id = any (${held.ids}::int[])` : HELD_BY[holding];
}

/** Who matches a search: named if few enough to list, otherwise each row is checked. Without any, those of its corrections, with their words. */
type Matching = { which: Sql; isBroad: boolean; meant: Map<number, string> };

async function whoMatches(tx: Tx, q: string): Promise<Matching> {
  const matches = await rows(
    tx,
    sql<{ id: number }>`select matching_holders(${q}, ${COUNTED_MATCHES + 1}) as id`,
  );
  const meant = matches.length === 0 ? await guessedHolders(tx, q, GUESSES) : new Map<number, string>();
  const found = [...matches.map(({ id }) => id), ...meant.keys()];
  const isBroad = found.length > COUNTED_MATCHES;
  const which = isBroad
    ? sql`strpos(holders.words, words_of(${q})) > 0`
    : sql`holders.id = any (${found}::int[])`;
  return { which, isBroad, meant };
}

/** The number of holders, counted one above the limit. */
async function countOf(tx: Tx, where: Sql): Promise<number> {
  const some = sql`select from holders where ${where} order by ${BY_NAME} limit ${raw(COUNTED_MATCHES + 1)}`;
  const counted = await row(
    tx,
    replanned(sql<{ total: number }>`select count(*) as total from (${some}) matches`),
  );
  return counted?.total ?? 0;
}

/** Holders by name, with their number up to COUNTED_MATCHES. */
const listHolders: Feature<'listHolders'> = async ({ tx, query }) => {
  const { q, kind, active, holding, cursor, limit = HOLDER_PAGE } = query;
  const [name, id] = cursor ? readCursor(cursor, [{ kind: 'text' }, { kind: 'id' }]) : [];
  const [matching, having] = await Promise.all([
    q ? whoMatches(tx, q) : null,
    holding ? whoHas(tx, holding) : undefined,
  ]);
  const others = [
    kind && sql`holders.kind = ${kind}`,
    active !== undefined && sql`holders.is_active = ${active}`,
    having,
  ];
  const where = all(matching?.which, ...others);
  const behind = id !== undefined && sql`(holders.sort_name, holders.id) > (lower(${name}), ${id})`;
  // For a search too broad to list, only that more match.
  const isMore = matching?.isBroad && !others.some(Boolean);
  const [found, total] = await Promise.all([
    rows(tx, replanned(firstHolders(all(where, behind), limit + 1))),
    isMore ? COUNTED_MATCHES + 1 : countOf(tx, where),
  ]);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const next = last ? writeCursor([last.name, last.id]) : null;
  const meant = matching?.meant;
  const items = meant?.size ? shown.map((one) => ({ ...one, meant: meant.get(one.id) })) : shown;
  return new Page(items, Math.min(total, COUNTED_MATCHES), next, total > COUNTED_MATCHES);
};
export const holderListFeatures = { listHolders };
