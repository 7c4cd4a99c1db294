import { eq } from 'drizzle-orm';
import { premises } from '../../database/schema/holders.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Logged, recordAuditLogs } from '../audit-log/audit-log.ts';

/** What the register says of premises: every call that adds or edits one or many comes here. */

export type PremisesRow = typeof premises.$inferSelect;
type Row = PremisesRow;

/** Adds premises, and answers their ids in the same order. The log is written with them, or by `logPremises` when `later`. */
export async function addPremises(
  tx: Tx,
  me: Member,
  bodies: (Partial<Row> & { name: string })[],
  { later = false }: { later?: boolean } = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (const some of slices(bodies, 250)) {
    const made = await tx.insert(premises).values(some).returning({ id: premises.id });
    ids.push(...made.map(({ id }) => id));
  }
  if (!later) await logPremises(tx, me, bodies, ids);
  return ids;
}

/** The lines of the log of premises that were added. */
export const logPremises = (tx: Tx, me: Member, bodies: (Partial<Row> & { name: string })[], ids: number[]) =>
  recordAuditLogs(
    tx,
    me,
    bodies.map(({ name, address, client }, index) => ({
      action: 'premises_create',
      description: `Premises ${name} added`,
      details: { premisesId: ids[index], name, address: address ?? null, client: client ?? null },
    })),
  );

const EDITED = ['name', 'address', 'postcode', 'client', 'reference', 'notes', 'isActive'] as const;
type Field = (typeof EDITED)[number];
export type PremisesEdit = { [F in Field]?: Row[F] | undefined };

/** What of premises differs from what was sent of them. */
export const premisesDifferences = (before: Row, sent: PremisesEdit): Field[] =>
  EDITED.filter((field) => sent[field] !== undefined && sent[field] !== before[field]);

/** Premises that are locked, and what is sent of them. */
export type ChangedPremises = { before: Row; sent: PremisesEdit };

/** Stores what differs of premises that are locked, with their lines in the log. */
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
