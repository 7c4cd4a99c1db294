import type { HeldSet, Holder, HolderDetail } from '../../../shared/holder.ts';
import { FACT_NAMES } from '../../../shared/issue-facts.ts';
import { COUNTED_MATCHES, HOLDER_PAGE, HOLDING_MAX } from '../../../shared/limits.ts';
import { hasAnyPermission, hasPermission } from '../../../shared/permissions.ts';
import { holders } from '../../database/schema/register.ts';
import { all, columns, countRows, raw, replanned, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import { cutPage, readCursor, writeCursor } from '../cursor.ts';
import { type Feature, Page } from '../feature.ts';
import { guessedHolders } from '../key-bunch/guess.ts';
import { keyBunchOf, pageOfBunches } from '../key-bunch/key-bunch.ts';

/** What is read of a holder, with their numbers of visible sets and overdue ones. */
const HOLDER = sql`${columns(holders, { without: ['companyId', 'badgeCode', 'words', 'sortName'] })},
  (select u.role from users u where u.company_id = holders.company_id and u.id = holders.user_id) as role, held.sets as out, held.overdue`;
const HELD =
  raw(`lateral (select count(*)::int as sets, (count(*) filter (where b.due_at < (select clock())))::int as overdue
  from key_bunches b where b.company_id = holders.company_id and b.holder_id = holders.id) held`);

const BY_NAME = raw('holders.sort_name, holders.id');

const BY_CHANGE = raw('holders.updated_at, holders.id');

/** The first holders by name, or in another order, selected from their table before the join. */
export const firstHolders = (where: Sql, limit: number, order = BY_NAME): Sql<Holder> =>
  sql<Holder>`select ${HOLDER} from (select * from holders where ${where} order by ${order} limit ${raw(limit)}) holders
    join ${HELD} on true order by ${order}`;

/** One holder, or 404. */
export async function findHolder(tx: Tx, id: number): Promise<Holder> {
  const holder = await row(tx, firstHolders(sql`holders.id = ${id}`, 1));
  if (!holder) throw notFound('Person not found');
  return holder;
}

/** The holder of a badge, in normalised form. */
export const findByBadge = async (tx: Tx, badge: string): Promise<Holder | null> =>
  (await row(tx, firstHolders(sql`holders.badge_code = serial_of(${badge})`, 1))) ?? null;

/** Whether a user may see holders and their contact details. */
export const seesHolders = (me: Member): boolean =>
  hasAnyPermission(me, ['key:issue', 'key:return', 'user:view']);

/** The visible sets of a holder, overdue first, then soonest due. */
export const holdingOf = (id: number) =>
  pageOfBunches(sql`key_bunches.holder_id = ${id}`, raw('key_bunches.due_at, key_bunches.id'), HOLDING_MAX);

const getHolder: Feature<'getHolder'> = async ({ tx, me, params: { id } }): Promise<HolderDetail> => {
  const [holder, holding, held] = await Promise.all([
    findHolder(tx, id),
    hasPermission(me, 'key:view') ? rows(tx, holdingOf(id)) : [],
    row(tx, sql<{ held: number }>`select sets_held(${id}) as held`),
  ]);
  return { ...holder, held: held?.held ?? 0, holding: holding.map(keyBunchOf) };
};

const heldBy = (which: Sql) =>
  sql`exists (select from key_bunches b where b.company_id = holders.company_id and b.holder_id = holders.id and ${which})`;
const HELD_BY = { any: heldBy(raw('true')), overdue: heldBy(raw('b.due_at < (select clock())')) };

/** Above this many issued sets, holders are checked one by one: some are soon found. */
const NAMED_SETS = 10_000;

const heldSets = (sets: string) => sql<{ ids: number[]; sets: number }>`
  with held as materialized (select holder_id from key_bunches
    where status = 'issued' and holder_id is not null ${raw(sets)} limit ${raw(NAMED_SETS + 1)})
  select array(select distinct holder_id from held) as ids, (select count(*)::int from held) as sets`;
const HAVE_SETS = {
  any: heldSets(''),
  /** In the order of the index of issued sets. */
  overdue: heldSets(`and (case when due_at is null then 'infinity' else due_at end) < (select clock())
    order by (case when due_at is null then 'infinity' else due_at end), identifier, id`),
};

/** Limit of guesses per correction. */
const GUESSES_MAX = 40;

async function holdersWithSets(tx: Tx, holding: 'any' | 'overdue'): Promise<Sql> {
  const held = await row(tx, HAVE_SETS[holding]);
  return held && held.sets <= NAMED_SETS ? sql`holders.id = any (${held.ids}::int[])` : HELD_BY[holding];
}

/** Who matches a search: named if few enough to list, otherwise each row is checked. Without any, those of its corrections, with their words. */
type Matching = { which: Sql; isBroad: boolean; meant: Map<number, string> };

async function holdersMatching(tx: Tx, q: string): Promise<Matching> {
  const matches = await rows(
    tx,
    sql<{ id: number }>`select matching_holders(${q}, ${COUNTED_MATCHES + 1}) as id`,
  );
  const meant = matches.length === 0 ? await guessedHolders(tx, q, GUESSES_MAX) : new Map<number, string>();
  const found = [...matches.map(({ id }) => id), ...meant.keys()];
  const isBroad = found.length > COUNTED_MATCHES;
  const which = isBroad
    ? sql`strpos(holders.words, words_of(${q})) > 0`
    : sql`holders.id = any (${found}::int[])`;
  return { which, isBroad, meant };
}

/** The number of holders, counted one above the limit. */
const countOf = (tx: Tx, where: Sql, order: Sql): Promise<number> =>
  countRows(tx, sql`select from holders where ${where} order by ${order} limit ${raw(COUNTED_MATCHES + 1)}`);

/** An order of the list: its SQL, what is behind a cursor, and the cursor of a holder. */
const ORDERS = {
  name: {
    by: BY_NAME,
    behind: (cursor: string) => {
      const [name, id] = readCursor(cursor, [{ kind: 'text' }, { kind: 'id' }]);
      return sql`(holders.sort_name, holders.id) > (lower(${name}), ${id})`;
    },
    cursorOf: ({ name, id }: Holder) => writeCursor([name, id]),
  },
  change: {
    by: BY_CHANGE,
    behind: (cursor: string) => {
      const [at, id] = readCursor(cursor, [{ kind: 'time', never: undefined }, { kind: 'id' }]);
      return sql`(${BY_CHANGE}) > (${at}, ${id})`;
    },
    cursorOf: ({ updatedAt, id }: Holder) => writeCursor([updatedAt, id]),
  },
};

/** Holders by name or change, with their number up to COUNTED_MATCHES. */
const listHolders: Feature<'listHolders'> = async ({ tx, query }) => {
  const { q, kind, active, holding, changedSince, cursor, limit = HOLDER_PAGE } = query;
  const order = ORDERS[changedSince ? 'change' : 'name'];
  const behind = cursor && order.behind(cursor);
  const [matching, having] = await Promise.all([
    q ? holdersMatching(tx, q) : null,
    holding ? holdersWithSets(tx, holding) : undefined,
  ]);
  const others = [
    kind && sql`holders.kind = ${kind}`,
    active !== undefined && sql`holders.is_active = ${active}`,
    having,
    changedSince && sql`holders.updated_at >= ${changedSince}::timestamptz`,
  ];
  const where = all(matching?.which, ...others);
  // For a search too broad to list, only that more match.
  const isMore = matching?.isBroad && !others.some(Boolean);
  const [found, total] = await Promise.all([
    rows(tx, replanned(firstHolders(all(where, behind), limit + 1, order.by))),
    isMore ? COUNTED_MATCHES + 1 : countOf(tx, where, order.by),
  ]);
  const { shown, next } = cutPage(found, limit, order.cursorOf);
  const meant = matching?.meant;
  const items = meant?.size ? shown.map((one) => ({ ...one, meant: meant.get(one.id) })) : shown;
  return new Page(items, Math.min(total, COUNTED_MATCHES), next, total > COUNTED_MATCHES);
};
/** Time of an entry's issue: an import may record it later. */
const DONE = (entry: string) =>
  raw(`least(${entry}.done_at, coalesce((${entry}.details->>'issuedAt')::timestamptz, ${entry}.done_at))`);

const FACTS = raw(FACT_NAMES.map((name) => `l.details->>'${name}' as "${name}"`).join(', '));

/** For each set ever issued to the holder before `at`, its last change of holder, if that was to them. Both steps use an index. */
const heldAt = (id: number, at: string) => sql<HeldSet>`
  select l.key_bunch_id as "keyBunchId", l.key_bunch_identifier as identifier, l.from_location_name as "locationName",
    l.done as since, ${FACTS}, l.details->>'dueAt' as "dueAt",
    (select jsonb_build_object('keyDescription', b.key_description, 'premises', b.premises) from key_bunches b
      where b.id = l.key_bunch_id) as opens
  from (select distinct m.key_bunch_id as id from movement_history m
      where m.holder_id = ${id} and m.action_type in ('issue', 'handover') and ${DONE('m')} <= ${at}::timestamptz) given,
    lateral (select n.*, ${DONE('n')} as done from movement_history n
      where n.key_bunch_id = given.id and ${DONE('n')} <= ${at}::timestamptz and (n.action_type in ('issue', 'handover', 'return', 'deleted')
        or n.action_type = 'status_change' and n.details->>'newStatus' <> 'issued')
      order by n.seq desc limit 1) l
  where l.holder_id = ${id} and l.action_type in ('issue', 'handover')
  order by l.key_bunch_identifier, l.key_bunch_id limit ${raw(HOLDING_MAX)}`;

const listHeld: Feature<'listHeld'> = async ({ tx, params: { id }, query: { at } }) => {
  const [, held] = await Promise.all([findHolder(tx, id), rows(tx, heldAt(id, at))]);
  return held.map((set) => ({ ...set, since: new Date(set.since).toISOString() }));
};

export const holderFeatures = { getHolder, listHolders, listHeld };
