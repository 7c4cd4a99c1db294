import { eq } from 'drizzle-orm';
import { premises } from '../../database/schema/holders.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type Logged, recordAuditLogs } from '../history/log.ts';

/** What the register says of premises: every call that adds or edits one or many comes here. */

export type PremisesRow = typeof premises.$inferSelect;
type Row = PremisesRow;
type New = Partial<Row> & { name: string };
type Named = { id: number | null; name: string };

/** Adds premises, and answers their ids in the same order. The log is written with them, or by `logTogether` when `later`. */
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

/** One line in the log of premises that came with the sets of a file: a line of each would hold the lock of the chain for longer. */
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
