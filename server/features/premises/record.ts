import { premises } from '../../database/schema/register.ts';
import { assign, columns, insert, row, rows, run, slices, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkFresh, notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { type Logged, recordAuditLogs } from '../history/log.ts';
import { findPremises } from './premises.ts';

/** Premises records: every call that adds or edits them. */

export type PremisesRow = RowOf<typeof premises>;
type Row = PremisesRow;
/** Every field of premises. */
export const PREMISES = sql<Row>`select ${columns(premises)} from premises`;
type New = Partial<Row> & { name: string };
type Named = { id: number | null; name: string };

/** Adds premises and returns their ids in order. With `later` the log is written by `logTogether`. */
export async function addPremises(
  tx: Tx,
  me: Member,
  bodies: New[],
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
export async function logTogether(tx: Tx, me: Member, added: Named[], by: string): Promise<void> {
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

const EDITED = ['name', 'address', 'postcode', 'client', 'reference', 'notes', 'isActive'] as const;
type Field = (typeof EDITED)[number];
export type PremisesEdit = { [F in Field]?: Row[F] | undefined };

/** The fields of premises that differ from those sent. */
export const premisesDifferences = (before: Row, sent: PremisesEdit): Field[] =>
  EDITED.filter((field) => sent[field] !== undefined && sent[field] !== before[field]);

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
      details: {
        premisesId: before.id,
        changes: Object.fromEntries(
          changed.map((field) => [field, { from: before[field], to: sent[field] ?? null }]),
        ),
      },
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

export const premisesEditFeatures = { createPremises, updatePremises };
