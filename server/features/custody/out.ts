import type { Out, OutHolder, OutQuery } from '../../../shared/custody.ts';
import type { OUT_TABS } from '../../../shared/key-bunch-words.ts';
import { COUNTED_MATCHES, OUT_PAGE, RANKED_MATCHES } from '../../../shared/limits.ts';
import { all, raw, replanned, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type CursorPart, cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { seesHolders } from '../holder/holder.ts';
import { type Bunch, DUE_OR_NEVER, END_OF_TODAY, keyBunchOf, pageOfBunches } from '../key-bunch/key-bunch.ts';

const NEVER = 'infinity';
/** Due time, name and id: of a set, or of a holder. */
const CURSOR: CursorPart[] = [{ kind: 'time', never: NEVER }, { kind: 'text' }, { kind: 'id' }];

type Tab = keyof typeof TABS;
/** The query: tab, filter, cursor and limit. */
type PageRequest = { filter: Sql; tab: Tab; cursor: string | undefined; limit: number };
type OutPage = { bunches: Bunch[]; holders: Holder[]; next: string | null };

/** Who has sets: a holder of the register, or a name alone. */
type Holder = { id: number | null; name: string };
const keyOf = ({ id, name }: Holder): string => (id === null ? `name ${name}` : `id ${id}`);
const holderOf = (bunch: Bunch): Holder => ({ id: bunch.holderId, name: bunch.holderName ?? '' });

const DUE = sql`(${DUE_OR_NEVER}), key_bunches.identifier, key_bunches.id`;

function behindDue(cursor: string): Sql {
  const [due, name, id] = readCursor(cursor, CURSOR);
  return sql`(${DUE}) > (${due}::timestamptz, ${name}, ${id})`;
}

/** Sets by due time, those without one last. */
async function byDue(tx: Tx, { filter, tab, cursor, limit }: PageRequest): Promise<OutPage> {
  const where = all(filter, TABS[tab], cursor ? behindDue(cursor) : undefined);
  const found = await rows(tx, replanned(pageOfBunches(where, DUE, limit + 1)));
  const { shown: bunches, next } = cutPage(found, limit, (end) =>
    writeCursor([end.dueAt ?? NEVER, end.identifier, end.id]),
  );
  const holders = new Map(bunches.map((bunch) => [keyOf(holderOf(bunch)), holderOf(bunch)]));
  return { bunches, holders: [...holders.values()], next };
}

type HolderOut = Holder & { first: string | null; sets: number };
const FIRST = sql`min((${DUE_OR_NEVER})), min(key_bunches.holder_name),
  (case when key_bunches.holder_id is null then 0 else key_bunches.holder_id end)`;

/** Holders by their first due set. A name alone differs from a holder of the same name. */
const holdersOut = (where: Sql, cursor: string | undefined, limit: number) =>
  sql<HolderOut>`select key_bunches.holder_id as id, min(key_bunches.holder_name) as name, min(key_bunches.due_at) as first,
      count(*)::int as sets
    from key_bunches where ${where}
    group by key_bunches.holder_id, (case when key_bunches.holder_id is null then key_bunches.holder_name end)
    ${cursor ? behindHolder(cursor) : sql``} order by ${FIRST} limit ${raw(limit)}`;

/** Ids in a cursor begin with 1; 0 is a name without a holder. */
const cursorOf = ({ first, name, id }: HolderOut) => writeCursor([first ?? NEVER, name, (id ?? 0) + 1]);

function behindHolder(cursor: string): Sql {
  const [due, name, id] = readCursor(cursor, CURSOR);
  return sql`having (${FIRST}) > (${due}::timestamptz, ${name}, ${Number(id) - 1}::int)`;
}

const ofHolders = (holders: Holder[]) =>
  sql`(key_bunches.holder_id = any (${holders.flatMap(({ id }) => id ?? [])}::int[])
    or (key_bunches.holder_id is null
      and key_bunches.holder_name = any (${holders.flatMap(({ id, name }) => (id === null ? name : []))}::text[])))`;
/** Limit of sets read for the holders of a page. */
const SETS_MOST = 1000;

/** Holders by their longest overdue or soonest due set, each with all sets, as many holders as have `limit` sets. */
async function byHolder(tx: Tx, { filter, tab, cursor, limit }: PageRequest): Promise<OutPage> {
  const where = all(filter, TABS[tab]);
  const found = await rows(tx, replanned(holdersOut(where, cursor, limit + 1)));
  const holders: HolderOut[] = [];
  for (let sets = 0; sets < limit && holders.length < found.length; sets += holders.at(-1)?.sets ?? 0)
    holders.push(...found.slice(holders.length, holders.length + 1));
  const bunches = await rows(tx, replanned(pageOfBunches(all(where, ofHolders(holders)), DUE, SETS_MOST)));
  const ranks = new Map(holders.map((one, index) => [keyOf(one), index]));
  const rankOf = (bunch: Bunch) => ranks.get(keyOf(holderOf(bunch))) ?? 0;
  const end = found.length > holders.length ? holders.at(-1) : undefined;
  return {
    bunches: bunches.toSorted((a, b) => rankOf(a) - rankOf(b)),
    holders,
    next: end ? cursorOf(end) : null,
  };
}

type Counts = Record<Tab, number>;

/** Numbers per tab, counted one above the limit. */
async function countTabs(tx: Tx, filter: Sql): Promise<Counts> {
  const of = (tab: Tab) =>
    sql`(select count(*)::int from (select id from key_bunches where ${all(filter, TABS[tab])}
      order by ${DUE} limit ${raw(COUNTED_MATCHES + 1)}) found)`;
  const count = sql<Counts>`select ${of('all')} as "all", ${of('today')} as today, ${of('overdue')} as overdue`;
  const counts = await row(tx, replanned(count));
  return counts ?? { all: 0, today: 0, overdue: 0 };
}

const HELD = sql`count(*)::int as sets, (count(*) filter (where b.due_at < (select clock())))::int as overdue from key_bunches b`;
type NamedCounts = { name: string; sets: number; overdue: number };
type HolderCounts = NamedCounts & {
  id: number;
  userId: number | null;
  kind: string;
  organisation: string | null;
  phone: string | null;
};
const knownHolders = (ids: number[]) =>
  sql<HolderCounts>`select h.id, h.name, h.user_id as "userId", h.kind, h.organisation, h.phone, held.sets, held.overdue
    from holders h, lateral (select ${HELD} where b.company_id = h.company_id and b.holder_id = h.id) held
    where h.id = any (${ids}::int[])`;
const namesAlone = (names: string[]) =>
  sql<NamedCounts>`select one.name, held.sets, held.overdue from unnest(${names}::text[]) one (name),
    lateral (select ${HELD} where b.holder_name = one.name and b.status = 'issued' and b.holder_id is null) held`;

/** Details of holders, in order; `sees`: the caller may see more than names. */
async function detailsOf(tx: Tx, holders: Holder[], sees: boolean): Promise<OutHolder[]> {
  const ids = holders.flatMap(({ id }) => id ?? []);
  const names = holders.flatMap(({ id, name }) => (id === null ? name : []));
  const [known, alone] = await Promise.all([
    ids.length > 0 ? rows(tx, knownHolders(ids)) : [],
    names.length > 0 ? rows(tx, namesAlone(names)) : [],
  ]);
  const byKey = new Map<string, NamedCounts & Partial<HolderCounts>>([
    ...known.map((one) => [keyOf(one), one] as const),
    ...alone.map((one) => [keyOf({ id: null, name: one.name }), one] as const),
  ]);
  return holders.map((holder) => {
    const found = byKey.get(keyOf(holder));
    return {
      holder: { name: found?.name ?? holder.name, id: holder.id, userId: found?.userId ?? null },
      kind: (sees && found?.kind) || null,
      organisation: (sees && found?.organisation) || null,
      phone: (sees && found?.phone) || null,
      out: found?.sets ?? 0,
      overdue: found?.overdue ?? 0,
    };
  });
}

/** A page of issued sets, by person or due time. */
function readPage(tx: Tx, filter: Sql, query: OutQuery): Promise<OutPage> {
  const { tab = 'all', by = 'person', cursor, limit = OUT_PAGE } = query;
  return (by === 'person' ? byHolder : byDue)(tx, { filter, tab, cursor, limit });
}

/** The same for a file: sets, holders, and the next cursor. */
export async function readOut(tx: Tx, me: Member, query: OutQuery) {
  const { bunches, holders: found, next } = await readPage(tx, await outFilter(tx, me, query), query);
  const holders = await detailsOf(tx, found, seesHolders(me));
  return { keyBunches: bunches.map(keyBunchOf), holders, next };
}

/** Issued sets, by person or due time. */
const listOut: Feature<'listOut'> = async ({ tx, me, query }) => {
  const { tab = 'all' } = query;
  const filter = await outFilter(tx, me, query);
  const [counts, found] = await Promise.all([countTabs(tx, filter), readPage(tx, filter, query)]);
  const holders = await detailsOf(tx, found.holders, seesHolders(me));
  const capped = (count: number) => Math.min(count, COUNTED_MATCHES);
  const out: Out = {
    counts: { all: capped(counts.all), today: capped(counts.today), overdue: capped(counts.overdue) },
    holders,
    keyBunches: found.bunches.map(keyBunchOf),
  };
  return new Page(out, capped(counts[tab]), found.next, counts[tab] > COUNTED_MATCHES);
};

export const outFeatures = { listOut };

/** The report index's expression for an issued set. */
const OUT_AT = sql`(case key_bunches.status when 'missing' then 0 when 'issued' then 1 else 2 end) = 1`;
/** By one holder at a time: otherwise all holders would be compared. */
const holderHas = (q: string) =>
  sql`strpos((select h.words from holders h where h.company_id = key_bunches.company_id and h.id = key_bunches.holder_id),
    words_of(${q})) > 0`;
/** The set, its holder's name or its premises, checked for each issued set. */
const matches = (q: string) =>
  sql`(strpos(code_of(key_bunches.identifier), nullif(code_of(${q}), '')) > 0
    or strpos(words_of(key_bunches.holder_name), words_of(${q})) > 0
    or exists (select from jsonb_to_recordset(key_bunches.premises) as p (name text, address text, client text)
      where strpos(words_of(concat_ws(' ', p.name, p.address, p.client)), words_of(${q})) > 0))`;

/** The tabs' conditions, by the company's clock. */
export const TABS: Record<(typeof OUT_TABS)[number], Sql | undefined> = {
  all: undefined,
  today: sql`(${DUE_OR_NEVER}) >= (select clock()) and (${DUE_OR_NEVER}) < (${END_OF_TODAY})`,
  overdue: sql`(${DUE_OR_NEVER}) < (select clock())`,
};

/** The condition of a query: issued sets, by its filters. */
async function outFilter(tx: Tx, me: Member, query: OutQuery): Promise<Sql> {
  const { type, locationId } = query;
  const q = query.q?.trim();
  return all(
    sql`key_bunches.status = 'issued'`,
    type !== undefined && sql`key_bunches.type = ${type}`,
    locationId !== undefined && sql`key_bunches.location_id = ${locationId} and ${OUT_AT}`,
    // Repeats the policy: it does not tell the planner how few sets the caller's locations hold.
    !locationId &&
      me.locations !== null &&
      sql`key_bunches.location_id = any (${me.locations}::int[]) and ${OUT_AT}`,
    q ? await matchesOf(tx, q, seesHolders(me)) : undefined,
  );
}

/** Up to this many matching texts, their sets are listed. */
const TEXTS_MAX = 10_000;
type Texts = { ids: number[]; texts: number };
const findSets = (q: string) =>
  sql<Texts>`with found as materialized (select key_bunch_id, field from unnest(found_terms(${q}, ${TEXTS_MAX + 1})))
    select array(select distinct key_bunch_id from found
        where field in ('identifier', 'holder', 'premises', 'address', 'client', 'reference')) as ids,
      (select count(*)::int from found) as texts`;
const findHolders = (q: string) =>
  sql<{ ids: number[] }>`select array(select matching_holders(${q}, ${RANKED_MATCHES + 1})) as ids`;

/**
 * Searches set IDs, holders and premises, and holders' details if the caller may see them: matching sets and holders, if few enough to list;
 * otherwise each issued set is checked.
 */
async function matchesOf(tx: Tx, q: string, sees: boolean): Promise<Sql> {
  const checked = sees ? sql`(${matches(q)} or ${holderHas(q)})` : matches(q);
  // A single character does not use the index, as nearly every text contains it.
  if (q.replace(/[\s:._-]/g, '').length < 2) return checked;
  const [sets, known] = await Promise.all([row(tx, findSets(q)), sees ? row(tx, findHolders(q)) : undefined]);
  const holders = known?.ids ?? [];
  if (!sets || sets.texts > TEXTS_MAX || holders.length > RANKED_MATCHES) return checked;
  const found = sql`key_bunches.id = any (${sets.ids}::int[])`;
  return sees ? sql`(${found} or key_bunches.holder_id = any (${holders}::int[]))` : found;
}
