import { PREMISES_SETS_MAX } from '../../../shared/limits.ts';
import type { Premises } from '../../../shared/premises.ts';
import { namesOf, PREMISES_FIELDS } from '../../../shared/record-fields.ts';
import { premises } from '../../database/schema/register.ts';
import { assign, columns, insert, raw, row, rows, run, type Sql, slices, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { changesOf, differing, type Logged, recordAuditLogs } from '../history/log.ts';
import { countBunches } from '../key-bunch/count.ts';
import { keyBunchOf, opens, pageOfBunches } from '../key-bunch/key-bunch.ts';

/** What is read of premises, with their numbers of visible sets and issued ones. */
const COUNTED = sql`${columns(premises, { without: ['companyId', 'words', 'sortName', 'sortClient', 'createdBy'] })},
  opened.sets, opened.out`;
const OPENED =
  raw(`lateral (select count(*)::int as sets, (count(*) filter (where b.status = 'issued'))::int as out
  from key_bunch_premises k join key_bunches b on b.company_id = k.company_id and b.id = k.key_bunch_id
  where k.company_id = premises.company_id and k.premises_id = premises.id) opened`);

/** The first premises in an order, selected from their table before the counts. */
export const firstPremises = (where: Sql, order: Sql, limit: number): Sql<Premises> =>
  sql<Premises>`select ${COUNTED} from (select * from premises where ${where} order by ${order} limit ${raw(limit)}) premises
    join ${OPENED} on true order by ${order}`;

/** Visible premises, or 404. */
async function findPremises(tx: Tx, id: number): Promise<Premises> {
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

export type PremisesRow = RowOf<typeof premises>;
type Row = PremisesRow;
/** Every field of premises. */
export const PREMISES = sql<Row>`select ${columns(premises)} from premises`;
type NewPremises = Partial<Row> & { name: string };
type PremisesName = { id: number | null; name: string };

/** Adds premises and returns their ids in order. With `later` the log is written by `logTogether`. */
export async function addPremises(
  tx: Tx,
  me: Member,
  bodies: NewPremises[],
  { later = false }: { later?: boolean } = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (const some of slices(bodies, 250)) {
    const made = await rows(tx, sql<{ id: number }>`${insert(premises, some)} returning id`);
    ids.push(...made.map(({ id }) => id));
  }
  if (later) return ids;
  await recordAuditLogs(
    tx,
    me,
    bodies.map(({ name, address, client }, index) => ({
      action: 'premises_create',
      description: `Premises ${name} added`,
      details: { premisesId: ids[index], name, address: address ?? null, client: client ?? null },
    })),
  );
  return ids;
}

/** One log line for premises of an import: separate lines would hold the chain's lock longer. */
export async function logTogether(tx: Tx, me: Member, added: PremisesName[], by: string): Promise<void> {
  const [first] = added;
  if (!first) return;
  const others = added.length - 1;
  const rest = others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : '';
  await recordAuditLogs(tx, me, [
    {
      action: 'premises_create',
      description: `Premises ${first.name}${rest} added`,
      details: { import: by, premises: added.map(({ id, name }) => ({ premisesId: id, name })) },
    },
  ]);
}

const EDITED = namesOf(PREMISES_FIELDS);
type Field = (typeof EDITED)[number];
export type PremisesEdit = { [F in Field]?: Row[F] | undefined };

/** The fields of premises that differ from those sent. */
export const premisesDifferences = (before: Row, sent: PremisesEdit): Field[] =>
  differing(EDITED, before, sent);

/** Locked premises, and the sent fields. */
type ChangedPremises = { before: Row; sent: PremisesEdit };

/** Stores differences of locked premises with log lines. */
export async function changePremises(tx: Tx, me: Member, all: ChangedPremises[]): Promise<void> {
  const logged: Logged[] = [];
  for (const { before, sent } of all) {
    const changed = premisesDifferences(before, sent);
    if (changed.length === 0) continue;
    const change = Object.fromEntries(changed.map((field) => [field, sent[field]]));
    await run(tx, sql`update premises set ${assign(premises, change)} where id = ${before.id}`);
    logged.push({
      action: 'premises_edit',
      description: `Premises ${sent.name ?? before.name} changed`,
      details: { premisesId: before.id, changes: changesOf(changed, before, sent) },
    });
  }
  await recordAuditLogs(tx, me, logged);
}

/** Adds premises. Until a set opens them, only their author and users with all locations see them. */
const createPremises: Feature<'createPremises'> = async ({ tx, me, body }) => {
  const [made] = await addPremises(tx, me, [body]);
  return findPremises(tx, made ?? 0);
};

/**
 * Changes the sent fields. Linked sets show them immediately: the row is locked, so that a parallel link waits and takes the new values.
 */
const updatePremises: Feature<'updatePremises'> = async ({ tx, me, params, body, ifMatch }) => {
  const before = await row(tx, sql<Row>`${PREMISES} where id = ${params.id} for no key update`);
  if (!before) throw notFound('Premises not found');
  checkFresh(ifMatch, before.updatedAt);
  await changePremises(tx, me, [{ before, sent: body }]);
  return findPremises(tx, before.id);
};

export const premisesFeatures = { getPremises, createPremises, updatePremises };
