import { COUNTED_MATCHES, PREMISES_PAGE } from '../../../shared/limits.ts';
import type { Premises, PremisesQuery } from '../../../shared/premises.ts';
import { all, countRows, raw, replanned, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { guessedPremises } from '../key-bunch/guess.ts';
import { firstPremises, visiblePremises } from './record.ts';

/** Premises of a search: their ids if few enough to list; otherwise null, and each row is compared. */
type Matching = number[] | null;
type Filters = {
  where: Sql;
  /** Those named or addressed exactly as searched, where they come first. */
  exact: Sql | null;
  /** More than this many match, so no count is needed. */
  known: number | null;
  /** The corrected text by premises, where nothing matched as typed. */
  meant: Map<number, string>;
};

async function filtersOf(tx: Tx, me: Member, { q, client, changedSince }: PremisesQuery): Promise<Filters> {
  const visible = await visiblePremises(tx, me);
  // Visible premises are few enough to compare; among all matches each would need a visibility check.
  const most = me.locations ? NAMED_OF_SOME : COUNTED_MATCHES;
  const matching = q ? await (visible ? among(tx, q, visible) : premisesMatching(tx, q, most)) : null;
  const nothing = matching?.length === 0;
  const meant = q && nothing ? await guessedPremises(tx, q, GUESSES_MAX, visible) : new Map<number, string>();
  const found = nothing ? [...meant.keys()] : matching;
  const others = [
    client !== undefined && sql`premises.sort_client = lower(${client})`,
    changedSince && sql`premises.updated_at >= ${changedSince}::timestamptz`,
    visible !== null && sql`premises.id = any (${visible}::int[])`,
  ];
  return {
    where: all(...others, q ? whichMatch(q, found) : undefined),
    exact: q && (found || visible) ? isExactly(q) : null,
    known: q && !found && !others.some(Boolean) ? most : null,
    meant,
  };
}

const whichMatch = (q: string, found: Matching) =>
  found ? sql`premises.id = any (${found}::int[])` : sql`strpos(premises.words, words_of(${q})) > 0`;

/** For callers with few locations each match needs a visibility check, so fewer are listed. */
const NAMED_OF_SOME = 200;

/** Limit of guesses per correction. */
const GUESSES_MAX = 40;

async function among(tx: Tx, q: string, visible: number[]): Promise<Matching> {
  const found = await row(
    tx,
    sql<{ exists: boolean }>`select exists (select from premises
      where id = any (${visible}::int[]) and strpos(words, words_of(${q})) > 0)`,
  );
  return found?.exists ? null : [];
}

async function premisesMatching(tx: Tx, q: string, most: number): Promise<Matching> {
  const found = await rows(tx, sql<{ id: number }>`select matching_premises(${q}, ${most + 1}) as id`);
  return found.length <= most ? found.map(({ id }) => id) : null;
}

/**
 * A part of the list. With a search: exact names and addresses, then the rest. By client: premises with a client, then those without. By
 * change there is one part.
 */
type Part = { keeps: Sql | undefined; order: Sql };
const NAME = raw('premises.sort_name, premises.id');
const CLIENT = raw('premises.sort_client, premises.sort_name, premises.id');
const CHANGE = raw('premises.updated_at, premises.id');
const isByChange = ({ sort, changedSince }: PremisesQuery) =>
  changedSince !== undefined || sort === 'updatedAt';
const isExactly = (q: string) =>
  sql`(words_of(premises.name) = words_of(${q}) or words_of(premises.address) = words_of(${q}))`;

function partsOf(query: PremisesQuery, { exact }: Filters): Part[] {
  if (isByChange(query)) return [{ keeps: undefined, order: CHANGE }];
  if (query.sort === 'client')
    return [
      { keeps: raw('premises.sort_client is not null'), order: CLIENT },
      { keeps: raw('premises.sort_client is null'), order: NAME },
    ];
  if (!exact) return [{ keeps: undefined, order: NAME }];
  return [
    { keeps: exact, order: NAME },
    { keeps: sql`${exact} is not true`, order: NAME },
  ];
}

/** The part a page begins in, from 1, and the row before it; `first` is its client, or by change the time. */
type PageStart = { part: number; first: string; name: string; id: number };
const cursorOf = (query: PremisesQuery, part: number, { client, name, id, updatedAt }: Premises) =>
  writeCursor([part, isByChange(query) ? updatedAt : (client ?? ''), name, id]);

function readAfter(cursor: string, query: PremisesQuery): PageStart {
  const [part, first, name, id] = readCursor(cursor, [
    { kind: 'id' },
    isByChange(query) ? { kind: 'time', never: undefined } : { kind: 'text' },
    { kind: 'text' },
    { kind: 'id' },
  ]);
  return { part: Number(part), first: String(first), name: String(name), id: Number(id) };
}

function behind(order: Sql, { first, name, id }: PageStart): Sql {
  if (order === CHANGE) return sql`(${CHANGE}) > (${first}, ${id})`;
  return order === CLIENT
    ? sql`(${CLIENT}) > (lower(${first}), lower(${name}), ${id})`
    : sql`(${NAME}) > (lower(${name}), ${id})`;
}

/** The number of matches, counted one above the limit. */
const countOf = (tx: Tx, where: Sql, order: Sql): Promise<number> =>
  countRows(tx, sql`select from premises where ${where} order by ${order} limit ${raw(COUNTED_MATCHES + 1)}`);

type PageRequest = { where: Sql; after: PageStart | null; limit: number };
type PartRows = { part: number; one: Premises }[];

/** Reads part after part until there is one row more than wanted. */
async function readParts(tx: Tx, parts: Part[], { where, after, limit }: PageRequest): Promise<PartRows> {
  const found: PartRows = [];
  for (const [index, { keeps, order }] of parts.entries()) {
    const part = index + 1;
    const wanted = limit + 1 - found.length;
    if (wanted === 0 || (after && part < after.part)) continue;
    const which = all(where, keeps, after?.part === part && behind(order, after));
    const some = await rows(tx, replanned(firstPremises(which, order, wanted)));
    found.push(...some.map((one) => ({ part, one })));
  }
  return found;
}

/** Premises by name or client, with their number up to COUNTED_MATCHES. */
const listPremises: Feature<'listPremises'> = async ({ tx, me, query }) => {
  const limit = query.limit ?? PREMISES_PAGE;
  const after = query.cursor ? readAfter(query.cursor, query) : null;
  const filters = await filtersOf(tx, me, query);
  const [total, found] = await Promise.all([
    filters.known ?? countOf(tx, filters.where, isByChange(query) ? CHANGE : NAME),
    readParts(tx, partsOf(query, filters), { where: filters.where, after, limit }),
  ]);
  const { meant } = filters;
  const { shown, next } = cutPage(found, limit, ({ part, one }) => cursorOf(query, part, one));
  return new Page(
    shown.map(({ one }) => (meant.size > 0 ? { ...one, meant: meant.get(one.id) } : one)),
    Math.min(total, COUNTED_MATCHES),
    next,
    filters.known !== null || total > COUNTED_MATCHES,
  );
};

type Client = { name: string; premises: number };

/** Limit of suggestions, and of the clients they are chosen from. */
const SUGGESTED = 50;
const LOOKED_AT = 5000;

/** Skips from client to client in the index, however many premises each has. */
const clientsWith = (q: string) => sql<Client>`
  with recursive one as (
    (select sort_client, 1 as n from premises where sort_client is not null order by sort_client limit 1)
    union all
    (select (select p.sort_client from premises p where p.sort_client > one.sort_client order by p.sort_client limit 1), n + 1
     from one where one.sort_client is not null and n < ${raw(LOOKED_AT)}))
  select c.name, c.premises from (select sort_client from one
      where sort_client is not null and strpos(sort_client, lower(${q})) > 0 limit ${raw(SUGGESTED)}) found,
    lateral (select min(client) as name, count(*)::int as premises from premises p where p.sort_client = found.sort_client) c
  order by found.sort_client`;

const clientsAmong = (visible: number[], q: string) => sql<Client>`
  select min(client) as name, count(*)::int as premises from premises
  where id = any (${visible}::int[]) and strpos(sort_client, lower(${q})) > 0
  group by sort_client order by sort_client limit ${raw(SUGGESTED)}`;

/** Clients by name, for suggestions. */
const listClients: Feature<'listClients'> = async ({ tx, me, query: { q = '' } }) => {
  const visible = await visiblePremises(tx, me);
  return rows(tx, visible ? clientsAmong(visible, q) : clientsWith(q));
};

export const premisesListFeatures = { listPremises, listClients };
