import { and, type SQL, sql } from 'drizzle-orm';
import type { Out, OutQuery } from '../../../shared/custody.ts';
import { COUNTED_MATCHES, OUT_PAGE } from '../../../shared/limits.ts';
import { literal, preparedShapes } from '../../database/prepared.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type CursorPart, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { seesHolders } from '../holder/holder.ts';
import { type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';
import { bunchColumns, dueOrNever, selectPage } from '../key-bunch/old.ts';
import { type OutFilters, outFilters, TABS } from './out-filter.ts';
import { keyOf, outHolders, type Person } from './out-holder.ts';

const { identifier, id, holderId, holderName, dueAt } = keyBunches;
const sent = (name: string) => sql.placeholder(name);
const NEVER = 'infinity';

type Tab = keyof typeof TABS;
/** The query: tab, filters, cursor and limit. */
type Asked = { filters: OutFilters; tab: Tab; cursor: string | undefined; limit: number };
type Found = { bunches: Bunch[]; people: Person[]; next: string | null };

const DUE: SQL[] = [sql`(${dueOrNever})`, sql`${identifier}`, sql`${id}`];
const DUE_CURSOR: CursorPart[] = [{ kind: 'time', never: NEVER }, { kind: 'text' }, { kind: 'id' }];
const BEHIND_DUE = sql`((${dueOrNever}), ${identifier}, ${id}) > (${sent('due')}::timestamptz, ${sent('name')}, ${sent('id')})`;

const page = preparedShapes<Bunch>(bunchColumns);
const personOf = (bunch: Bunch): Person => ({ id: bunch.holderId, name: bunch.holderName ?? '' });

/** Sets by due time, those without one last. */
async function byDue(tx: Tx, { filters, tab, cursor, limit }: Asked): Promise<Found> {
  const [due, name, last] = cursor ? readCursor(cursor, DUE_CURSOR) : [];
  const where = and(filters.where, TABS[tab], cursor ? BEHIND_DUE : undefined);
  const rows = await page(
    tx,
    ['due', tab, Boolean(cursor), limit, filters.key].join('|'),
    (draft) => selectPage(draft, where, DUE, limit + 1),
    { ...filters.values, due, name, id: last },
    { customPlan: true },
  );
  const bunches = rows.slice(0, limit);
  const end = rows.length > limit ? bunches.at(-1) : undefined;
  const people = new Map(bunches.map((bunch) => [keyOf(personOf(bunch)), personOf(bunch)]));
  const next = end ? writeCursor([end.dueAt ?? NEVER, end.identifier, end.id]) : null;
  return { bunches, people: [...people.values()], next };
}

type Row = { id: number | null; name: string; first: string | null; sets: number };
const PERSON = {
  id: holderId,
  name: sql<string>`min(${holderName})`,
  first: sql<string | null>`min(${dueAt})`.mapWith(dueAt),
  sets: sql<number>`count(*)::int`,
};
/** A name alone differs from a holder of the same name. */
const GROUP = [sql`${holderId}`, sql`(case when ${holderId} is null then ${holderName} end)`];
const FIRST: SQL[] = [
  sql`min((${dueOrNever}))`,
  sql`min(${holderName})`,
  sql`(case when ${holderId} is null then 0 else ${holderId} end)`,
];
const PERSON_CURSOR: CursorPart[] = [{ kind: 'time', never: NEVER }, { kind: 'text' }, { kind: 'id' }];
const BEHIND_PERSON = sql`(${sql.join(FIRST, sql`, `)}) > (${sent('due')}::timestamptz, ${sent('name')}, ${sent('person')}::int)`;

/** Ids in a cursor begin with 1; 0 is a name without a holder. */
const cursorOf = ({ first, name, id: person }: Row) => writeCursor([first ?? NEVER, name, (person ?? 0) + 1]);

const persons = preparedShapes<Row>(PERSON);
const OWN = sql`(${holderId} = any (${sent('ids')}::int[]) or (${holderId} is null and ${holderName} = any (${sent('names')}::text[])))`;
/** Limit of sets read for the people of a page. */
const SETS_MOST = 1000;

/** People by their longest overdue or soonest due set, each with all sets, as many people as have `limit` sets. */
async function byPerson(tx: Tx, { filters, tab, cursor, limit }: Asked): Promise<Found> {
  const [due, name, last] = cursor ? readCursor(cursor, PERSON_CURSOR) : [];
  const where = and(filters.where, TABS[tab]);
  const shape = [tab, Boolean(cursor), limit, filters.key];
  const group = (draft: Tx) =>
    draft
      .select(PERSON)
      .from(keyBunches)
      .where(where)
      .groupBy(...GROUP)
      .having(cursor ? BEHIND_PERSON : undefined)
      .orderBy(...FIRST)
      .limit(literal(limit + 1)) as never;
  const rows = await persons(
    tx,
    shape.join('|'),
    group,
    { ...filters.values, due, name, person: Number(last) - 1 },
    { customPlan: true },
  );
  const people: Row[] = [];
  for (let sets = 0; sets < limit && people.length < rows.length; sets += people.at(-1)?.sets ?? 0)
    people.push(...rows.slice(people.length, people.length + 1));
  const ids = people.flatMap((one) => one.id ?? []);
  const names = people.flatMap((one) => (one.id === null ? one.name : []));
  const bunches = await page(
    tx,
    ['own', tab, filters.key].join('|'),
    (draft) => selectPage(draft, and(where, OWN), DUE, SETS_MOST),
    { ...filters.values, ids, names },
    { customPlan: true },
  );
  const places = new Map(people.map((one, index) => [keyOf(one), index]));
  const placeOf = (bunch: Bunch) => places.get(keyOf(personOf(bunch))) ?? 0;
  const end = rows.length > people.length ? people.at(-1) : undefined;
  return {
    bunches: bunches.toSorted((a, b) => placeOf(a) - placeOf(b)),
    people,
    next: end ? cursorOf(end) : null,
  };
}

const COUNTS = { all: sql<number>`0`, today: sql<number>`0`, overdue: sql<number>`0` };
const counted = preparedShapes<Record<Tab, number>>(COUNTS);

/** Numbers per tab, counted one above the limit. */
async function countTabs(tx: Tx, { key, where, values }: OutFilters): Promise<Record<Tab, number>> {
  const build = (draft: Tx) => {
    const of = (tab: Tab) => {
      const some = draft
        .select({ id })
        .from(keyBunches)
        .where(and(where, TABS[tab]))
        .orderBy(...DUE)
        .limit(literal(COUNTED_MATCHES + 1));
      return sql<number>`(select count(*)::int from (${some}) found)`;
    };
    return draft
      .select({ all: of('all'), today: of('today'), overdue: of('overdue') })
      .from(sql`(values (1)) one`);
  };
  const [row] = await counted(tx, key, build, values, { customPlan: true });
  return row ?? { all: 0, today: 0, overdue: 0 };
}

/** A page of issued sets, by person or due time. */
function readPage(tx: Tx, filters: OutFilters, query: OutQuery): Promise<Found> {
  const { tab = 'all', by = 'person', cursor, limit = OUT_PAGE } = query;
  return (by === 'person' ? byPerson : byDue)(tx, { filters, tab, cursor, limit });
}

/** The same for a file: sets, holders, and the next cursor. */
export async function readOut(tx: Tx, me: Member, query: OutQuery) {
  const { bunches, people, next } = await readPage(tx, await outFilters(tx, me, query), query);
  const holders = await outHolders(tx, people, seesHolders(me));
  return { keyBunches: bunches.map(keyBunchOf), holders, next };
}

/** Issued sets, by person or due time. */
const listOut: Feature<'listOut'> = async ({ tx, me, query }) => {
  const { tab = 'all' } = query;
  const filters = await outFilters(tx, me, query);
  const [counts, found] = await Promise.all([countTabs(tx, filters), readPage(tx, filters, query)]);
  const holders = await outHolders(tx, found.people, seesHolders(me));
  const capped = (count: number) => Math.min(count, COUNTED_MATCHES);
  const out: Out = {
    counts: { all: capped(counts.all), today: capped(counts.today), overdue: capped(counts.overdue) },
    holders,
    keyBunches: found.bunches.map(keyBunchOf),
  };
  return new Page(out, capped(counts[tab]), found.next, counts[tab] > COUNTED_MATCHES);
};

export const outFeatures = { listOut };
