import type { Holder, HolderDetail } from '../../../shared/holder.ts';
import { HOLDING_MAX } from '../../../shared/limits.ts';
import { hasAnyPermission, hasPermission } from '../../../shared/permissions.ts';
import { holders } from '../../database/schema/register.ts';
import { columns, raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { keyBunchOf, pageOfBunches } from '../key-bunch/key-bunch.ts';

/** What is read of a holder, with their numbers of visible sets and overdue ones. */
const HOLDER = sql`${columns(holders, { without: ['companyId', 'badgeCode', 'words', 'sortName'] })},
  (select u.role from users u where u.company_id = holders.company_id and u.id = holders.user_id) as role, held.sets as out, held.overdue`;
const HELD =
  raw(`lateral (select count(*)::int as sets, (count(*) filter (where b.due_at < (select clock())))::int as overdue
  from key_bunches b where b.company_id = holders.company_id and b.holder_id = holders.id) held`);

export const BY_NAME = raw('holders.sort_name, holders.id');

/** The first holders by name, selected from their table before the join. */
export const firstHolders = (where: Sql, limit: number): Sql<Holder> =>
  sql<Holder>`select ${HOLDER} from (select * from holders where ${where} order by ${BY_NAME} limit ${raw(limit)}) holders
    join ${HELD} on true order by ${BY_NAME}`;

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

const holdingOf = (id: number) =>
  pageOfBunches(sql`key_bunches.holder_id = ${id}`, raw('key_bunches.due_at, key_bunches.id'), HOLDING_MAX);

const getHolder: Feature<'getHolder'> = async ({ tx, me, params: { id } }): Promise<HolderDetail> => {
  const [holder, holding, held] = await Promise.all([
    findHolder(tx, id),
    hasPermission(me, 'key:view') ? rows(tx, holdingOf(id)) : [],
    row(tx, sql<{ held: number }>`select sets_held(${id}) as held`),
  ]);
  return { ...holder, held: held?.held ?? 0, holding: holding.map(keyBunchOf) };
};

export const holderFeatures = { getHolder };
