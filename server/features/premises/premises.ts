import { PREMISES_SETS_MAX } from '../../../shared/limits.ts';
import type { Premises } from '../../../shared/premises.ts';
import { premises } from '../../database/schema/register.ts';
import { columns, raw, row, rows, type Sql, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { countBunches } from '../key-bunch/count.ts';
import { keyBunchOf, opens, pageOfBunches } from '../key-bunch/key-bunch.ts';

/** What is read of premises, with their numbers of visible sets and issued ones. */
const PREMISES = sql`${columns(premises, { without: ['companyId', 'words', 'sortName', 'sortClient', 'createdBy'] })},
  opened.sets, opened.out`;
const OPENED =
  raw(`lateral (select count(*)::int as sets, (count(*) filter (where b.status = 'issued'))::int as out
  from key_bunch_premises k join key_bunches b on b.company_id = k.company_id and b.id = k.key_bunch_id
  where k.company_id = premises.company_id and k.premises_id = premises.id) opened`);

/** The first premises in an order, selected from their table before the counts. */
export const firstPremises = (where: Sql, order: Sql, limit: number): Sql<Premises> =>
  sql<Premises>`select ${PREMISES} from (select * from premises where ${where} order by ${order} limit ${raw(limit)}) premises
    join ${OPENED} on true order by ${order}`;

/** Visible premises, or 404. */
export async function findPremises(tx: Tx, id: number): Promise<Premises> {
  const found = await row(tx, firstPremises(sql`premises.id = ${id}`, raw('premises.id'), 1));
  if (!found) throw notFound('Premises not found');
  return found;
}

/** Above this many sets the premises are not listed: checking one by one soon finds some. */
const NAMED_SETS = 5000;

/**
 * Ids of visible premises for callers limited to locations; null with all locations, or too many to list. The policy hides the others too,
 * at the cost of a check per row.
 */
export async function visiblePremises(tx: Tx, me: Member): Promise<number[] | null> {
  if (!me.locations) return null;
  const sets = await Promise.all(me.locations.map((locationId) => countBunches(tx, { locationId })));
  if (sets.reduce((sum, one) => sum + one, 0) > NAMED_SETS) return null;
  const visible = await row(
    tx,
    sql<{ ids: number[] }>`select array(select k.premises_id from key_bunches b
        join key_bunch_premises k on k.company_id = b.company_id and k.key_bunch_id = b.id
        where b.location_id = any (${me.locations}::int[])
      union select id from premises where created_by = (select own_user())) as ids`,
  );
  return visible?.ids ?? [];
}

const setsOf = (id: number) =>
  pageOfBunches(opens(id), raw('key_bunches.identifier, key_bunches.id'), PREMISES_SETS_MAX);

const getPremises: Feature<'getPremises'> = async ({ tx, params: { id } }) => {
  const [found, sets] = await Promise.all([findPremises(tx, id), rows(tx, setsOf(id))]);
  return { ...found, keyBunches: sets.map(keyBunchOf) };
};

export const premisesFeatures = { getPremises };
