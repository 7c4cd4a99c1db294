import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { PREMISES_SETS_MAX } from '../../../shared/limits.ts';
import type { Premises } from '../../../shared/premises.ts';
import { literal, prepared } from '../../database/prepared.ts';
import { premises } from '../../database/schema/holders.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { type Bunch, keyBunchOf } from '../key-bunch/key-bunch.ts';
import { bunchColumns, opens, selectPage } from '../key-bunch/old.ts';

const { words, sortName, sortClient, createdBy, ...facts } = getTableColumns(premises);
/** Premises with their numbers of visible sets and issued ones. */
export const premisesColumns = { ...facts, sets: sql<number>`opened.sets`, out: sql<number>`opened.out` };

const OPENED = sql`lateral (select count(*)::int as sets, (count(*) filter (where b.status = 'issued'))::int as out
  from key_bunch_premises k join key_bunches b on b.company_id = k.company_id and b.id = k.key_bunch_id
  where k.company_id = premises.company_id and k.premises_id = ${premises.id}) opened`;

/** A page of premises, selected from their table before the counts. */
export const selectPremises = (tx: Tx, where: SQL | undefined, order: SQL[], limit: number) => {
  const some = tx
    .select()
    .from(premises)
    .where(where)
    .orderBy(...order)
    .limit(literal(limit))
    .as('premises');
  const select = tx
    .select(premisesColumns)
    .from(some)
    .innerJoin(OPENED, sql`true`)
    .orderBy(...order);
  return select as unknown as PromiseLike<Premises[]> & Pick<typeof select, 'toSQL'>;
};

const premisesOfId = prepared<Premises>(premisesColumns, (tx) =>
  selectPremises(tx, eq(premises.id, sql.placeholder('id')), [sql`${premises.id}`], 1),
);

/** Visible premises, or 404. */
export async function findPremises(tx: Tx, id: number): Promise<Premises> {
  const [found] = await premisesOfId(tx, { id });
  if (!found) throw notFound('Premises not found');
  return found;
}

const setsOf = prepared<Bunch>(bunchColumns, (tx) =>
  selectPage(
    tx,
    opens(sql.placeholder('id')),
    [sql`${keyBunches.identifier}`, sql`${keyBunches.id}`],
    PREMISES_SETS_MAX,
  ),
);

const getPremises: Feature<'getPremises'> = async ({ tx, params: { id } }) => {
  const [found, sets] = await Promise.all([findPremises(tx, id), setsOf(tx, { id })]);
  return { ...found, keyBunches: sets.map(keyBunchOf) };
};

export const premisesFeatures = { getPremises };
