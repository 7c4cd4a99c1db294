import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Holder, HolderDetail } from '../../../shared/holder.ts';
import { HOLDING_MAX } from '../../../shared/limits.ts';
import { hasAnyPermission, hasPermission } from '../../../shared/permissions.ts';
import { ask, literal, prepared } from '../../database/prepared.ts';
import { holders } from '../../database/schema/holders.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';
import { bunchColumns, selectPage } from '../key-bunch/old.ts';

const { badgeCode, words, sortName, ...facts } = getTableColumns(holders);
/** A holder with their numbers of visible sets and overdue ones. */
export const holderColumns = {
  ...facts,
  role: sql<
    Holder['role']
  >`(select u.role from users u where u.company_id = holders.company_id and u.id = ${holders.userId})`,
  out: sql<number>`held.sets`,
  overdue: sql<number>`held.overdue`,
};

const HELD = sql`lateral (select count(*)::int as sets, (count(*) filter (where b.due_at < (select clock())))::int as overdue
  from key_bunches b where b.company_id = holders.company_id and b.holder_id = ${holders.id}) held`;

/** A page of holders, selected from their table before the join. */
export const selectHolders = (tx: Tx, where: SQL | undefined, order: SQL[], limit: number) => {
  const some = tx
    .select()
    .from(holders)
    .where(where)
    .orderBy(...order)
    .limit(literal(limit))
    .as('holders');
  const select = tx
    .select(holderColumns)
    .from(some)
    .innerJoin(HELD, sql`true`)
    .orderBy(...order);
  return select as unknown as PromiseLike<Holder[]> & Pick<typeof select, 'toSQL'>;
};

export const byName: SQL[] = [sql`${holders.sortName}`, sql`${holders.id}`];

const holderOfId = prepared<Holder>(holderColumns, (tx) =>
  selectHolders(tx, eq(holders.id, sql.placeholder('id')), byName, 1),
);
const holderOfBadge = prepared<Holder>(holderColumns, (tx) =>
  selectHolders(tx, sql`${holders.badgeCode} = serial_of(${sql.placeholder('badge')})`, byName, 1),
);

/** One holder, or 404. */
export async function findHolder(tx: Tx, id: number): Promise<Holder> {
  const [holder] = await holderOfId(tx, { id });
  if (!holder) throw notFound('Person not found');
  return holder;
}

/** The holder of a badge, in normalised form. */
export const findByBadge = async (tx: Tx, badge: string): Promise<Holder | null> =>
  (await holderOfBadge(tx, { badge }))[0] ?? null;

/** Whether a user may see holders and their contact details. */
export const seesHolders = (me: Member): boolean =>
  hasAnyPermission(me, ['key:issue', 'key:return', 'user:view']);

const holdingOf = prepared<Bunch>(bunchColumns, (tx) =>
  selectPage(
    tx,
    eq(keyBunches.holderId, sql.placeholder('id')),
    [sql`${keyBunches.dueAt}`, sql`${keyBunches.id}`],
    HOLDING_MAX,
  ),
);

const getHolder: Feature<'getHolder'> = async ({ tx, me, params: { id } }): Promise<HolderDetail> => {
  const [holder, holding, held] = await Promise.all([
    findHolder(tx, id),
    hasPermission(me, 'key:view') ? holdingOf(tx, { id }) : [],
    ask<{ held: number }>(tx, 'select sets_held($1) as held', [id]),
  ]);
  return { ...holder, held: held[0]?.held ?? 0, holding: holding.map(keyBunchOf) };
};

export const holderFeatures = { getHolder };
