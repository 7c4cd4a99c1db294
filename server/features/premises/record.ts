import { eq } from 'drizzle-orm';
import { premises } from '../../database/schema/holders.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Logged, recordAuditLogs } from '../history/log.ts';

/** Premises records: every call that adds or edits them. */

export type PremisesRow = typeof premises.$inferSelect;
type Row = PremisesRow;
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
    const made = await tx.insert(premises).values(some).returning({ id: premises.id });
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
export type ChangedPremises = { before: Row; sent: PremisesEdit };

/** Stores differences of locked premises with log lines. */
export async function changePremises(tx: Tx, me: Member, all: ChangedPremises[]): Promise<void> {
  const logged: Logged[] = [];
  for (const { before, sent } of all) {
    const changed = premisesDifferences(before, sent);
    if (changed.length === 0) continue;
    const change = Object.fromEntries(changed.map((field) => [field, sent[field]]));
    await tx.update(premises).set(change).where(eq(premises.id, before.id));
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
