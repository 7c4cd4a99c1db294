import { and, count, type SQL, sql } from 'drizzle-orm';
import { COUNTED_MATCHES, PREMISES_PAGE } from '../../../shared/limits.ts';
import type { Premises, PremisesQuery } from '../../../shared/premises.ts';
import { ask, literal, preparedShapes } from '../../database/prepared.ts';
import { premises } from '../../database/schema/holders.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { guessedPremises } from '../key-bunch/guess.ts';
import { premisesColumns, selectPremises } from './premises.ts';
import { visiblePremises } from './visible.ts';

const sent = (name: string) => sql.placeholder(name);

/** Conditions of the filters; values are bound when read. */
const FILTERS = {
  client: sql`${premises.sortClient} = lower(${sent('client')})`,
  visible: sql`${premises.id} = any (${sent('visible')}::int[])`,
  /** Matches of a search if few enough to list; otherwise each row is compared. */
  found: sql`${premises.id} = any (${sent('found')}::int[])`,
  text: sql`strpos(${premises.words}, words_of(${sent('text')})) > 0`,
};
type Values = Partial<Record<keyof typeof FILTERS, unknown>>;
type Matching = { found?: number[]; text?: string };
/** `known`: more than this many match, so no count is needed. */
type Filters = {
  key: string;
  where: SQL | undefined;
  values: Values;
  known: number | null;
  /** The corrected text by premises, where nothing matched as typed. */
  meant: Map<number, string>;
};

async function filtersOf(tx: Tx, me: Member, { q, client }: PremisesQuery): Promise<Filters> {
  const visible = (await visiblePremises(tx, me)) ?? undefined;
  // Visible premises are few enough to compare; among all matches each would need a visibility check.
  const most = me.locations ? NAMED_OF_SOME : COUNTED_MATCHES;
  const matching = q ? await (visible ? among(tx, q, visible) : whatMatches(tx, q, most)) : {};
  const nothing = matching.found?.length === 0;
  const meant =
    q && nothing ? await guessedPremises(tx, q, GUESSES, visible ?? null) : new Map<number, string>();
  if (nothing) matching.found = [...meant.keys()];
  const values: Values = { client, visible, ...matching };
  const names = (Object.keys(FILTERS) as (keyof Values)[]).filter((name) => values[name] !== undefined);
  const key = names.join();
  const known = key === 'text' ? most : null;
  return { key, where: and(...names.map((name) => FILTERS[name])), values, known, meant };
}

/** For callers with few locations each match needs a visibility check, so fewer are listed. */
const NAMED_OF_SOME = 200;

/** Limit of guesses per correction. */
const GUESSES = 40;

const ANY_AMONG = `select exists (select from premises where id = any ($2::int[]) and strpos(words, words_of($1)) > 0) as any`;

async function among(tx: Tx, q: string, visible: number[]): Promise<Matching> {
  const [row] = await ask<{ any: boolean }>(tx, ANY_AMONG, [q, visible]);
  return row?.any ? { text: q } : { found: [] };
}

async function whatMatches(tx: Tx, q: string, most: number): Promise<Matching> {
  const rows = await ask<{ id: number }>(tx, 'select matching_premises($1, $2) as id', [q, most + 1]);
  return rows.length <= most ? { found: rows.map(({ id }) => id) } : { text: q };
}

/** A part of the list. With a search: exact names and addresses, then the rest. By client: premises with a client, then those without. */
type Part = { name: string; keeps: SQL | undefined; order: SQL[] };
const NAME = [sql`${premises.sortName}`, sql`${premises.id}`];
const CLIENT = [sql`${premises.sortClient}`, ...NAME];
const IS_IT = sql`(words_of(${premises.name}) = words_of(${sent('q')}) or words_of(${premises.address}) = words_of(${sent('q')}))`;

function partsOf({ sort }: PremisesQuery, { values }: Filters): Part[] {
  const byClient = sort === 'client';
  if (byClient)
    return [
      { name: 'client', keeps: sql`${premises.sortClient} is not null`, order: CLIENT },
      { name: 'none', keeps: sql`${premises.sortClient} is null`, order: NAME },
    ];
  if (!values.found && !(values.text && values.visible))
    return [{ name: 'all', keeps: undefined, order: NAME }];
  return [
    { name: 'exact', keeps: IS_IT, order: NAME },
    { name: 'rest', keeps: sql`(${IS_IT}) is not true`, order: NAME },
  ];
}

/** The part a page begins in, from 1, and the row before it. */
type After = { part: number; client: string; name: string; id: number };
const cursorOf = (part: number, { client, name, id }: Premises) =>
  writeCursor([part, client ?? '', name, id]);

function readAfter(cursor: string): After {
  const [part, client, name, id] = readCursor(cursor, [
    { kind: 'id' },
    { kind: 'text' },
    { kind: 'text' },
    { kind: 'id' },
  ]);
  return { part: Number(part), client: String(client), name: String(name), id: Number(id) };
}

const behindName = sql`(${premises.sortName}, ${premises.id}) > (lower(${sent('name')}), ${sent('id')})`;
const behindClient = sql`(${premises.sortClient}, ${premises.sortName}, ${premises.id})
  > (lower(${sent('behind')}), lower(${sent('name')}), ${sent('id')})`;

const page = preparedShapes<Premises>(premisesColumns);
const counted = preparedShapes<{ total: number }>({ total: count() });

/** The number of matches, counted one above the limit. */
function countUp(tx: Tx, { key, where, values }: Filters): Promise<{ total: number }[]> {
  const build = (draft: Tx) => {
    const some = draft
      .select({ id: premises.id })
      .from(premises)
      .where(where)
      .orderBy(...NAME)
      .limit(literal(COUNTED_MATCHES + 1));
    return draft.select({ total: count() }).from(some.as('some'));
  };
  return counted(tx, key, build, values, { customPlan: true });
}

type Wanted = { filters: Filters; after: After | null; limit: number; more: Record<string, unknown> };
type Rows = { part: number; row: Premises }[];

/** Reads part after part until there is one row more than wanted. */
async function readParts(tx: Tx, parts: Part[], { filters, after, limit, more }: Wanted): Promise<Rows> {
  const { key, where, values } = filters;
  const rows: Rows = [];
  for (const [index, { name, keeps, order }] of parts.entries()) {
    const part = index + 1;
    const wanted = limit + 1 - rows.length;
    if (wanted === 0 || (after && part < after.part)) continue;
    const begun = after?.part === part;
    const behind = begun ? (order === CLIENT ? behindClient : behindName) : undefined;
    const build = (draft: Tx) => selectPremises(draft, and(where, keeps, behind), order, wanted);
    const shape = [name, wanted, begun, key].join('|');
    const found = await page(tx, shape, build, { ...values, ...more }, { customPlan: true });
    rows.push(...found.map((row) => ({ part, row })));
  }
  return rows;
}

/** Premises by name or client, with their number up to COUNTED_MATCHES. */
const listPremises: Feature<'listPremises'> = async ({ tx, me, query }) => {
  const limit = query.limit ?? PREMISES_PAGE;
  const after = query.cursor ? readAfter(query.cursor) : null;
  const filters = await filtersOf(tx, me, query);
  const more = { q: query.q, behind: after?.client, name: after?.name, id: after?.id };
  const [[sum], rows] = await Promise.all([
    filters.known === null ? countUp(tx, filters) : [],
    readParts(tx, partsOf(query, filters), { filters, after, limit, more }),
  ]);
  const { meant } = filters;
  const total = filters.known ?? sum?.total ?? 0;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return new Page(
    shown.map(({ row }) => (meant.size > 0 ? { ...row, meant: meant.get(row.id) } : row)),
    Math.min(total, COUNTED_MATCHES),
    last ? cursorOf(last.part, last.row) : null,
    filters.known !== null || total > COUNTED_MATCHES,
  );
};

export const premisesListFeatures = { listPremises };
