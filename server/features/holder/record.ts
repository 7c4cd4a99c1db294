import { and, eq, ne, sql } from 'drizzle-orm';
import { fullName } from '../../../shared/user-name.ts';
import { ask } from '../../database/prepared.ts';
import { holders } from '../../database/schema/holders.ts';
import { slices } from '../../database/slices.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { type Logged, recordAuditLogs } from '../history/log.ts';

/** Holder records: every call that adds or edits them. */

export type HolderRow = typeof holders.$inferSelect;
type Row = HolderRow;
type New = Partial<Row> & { name: string };

/** Adds checked holders with log lines; returns their ids in order. */
export async function addHolders(tx: Tx, me: Member, bodies: New[]): Promise<number[]> {
  const ids: number[] = [];
  for (const some of slices(bodies, 250)) {
    const rows = some.map((body) => ({ ...body, kind: body.kind ?? 'other', createdByName: fullName(me) }));
    const made = await tx.insert(holders).values(rows).returning({ id: holders.id });
    ids.push(...made.map(({ id }) => id));
  }
  await recordAuditLogs(
    tx,
    me,
    bodies.map(({ name, kind, organisation }, index) => ({
      action: 'holder_create',
      description: `Person ${name} added`,
      details: { holderId: ids[index], name, kind: kind ?? 'other', organisation: organisation ?? null },
    })),
  );
  return ids;
}

const EDITED = [
  'name',
  'kind',
  'organisation',
  'phone',
  'email',
  'badge',
  'maxSets',
  'validUntil',
  'notes',
  'isActive',
  'sendReminders',
] as const;
type Field = (typeof EDITED)[number];
export type HolderEdit = { [F in Field]?: Row[F] | undefined };

/** Fields that the account of a user determines. */
const OF_ACCOUNT: readonly Field[] = ['name', 'kind', 'email', 'sendReminders'];
export const OF_ACCOUNT_TEXT = 'This person signs in. Change it in their account.';

export const NOT_BY_TOKEN = "An API token can't change a person who signs in";

/** The differing fields, and those of them that can't be changed here. */
export function holderDifferences(before: Row, sent: HolderEdit): { changed: Field[]; ofAccount: Field[] } {
  const changed = EDITED.filter((field) => sent[field] !== undefined && sent[field] !== before[field]);
  return {
    changed,
    ofAccount: before.userId === null ? [] : changed.filter((field) => OF_ACCOUNT.includes(field)),
  };
}

/** A locked holder, and the sent fields. */
export type ChangedHolder = { before: Row; sent: HolderEdit };

/** Stores differences of locked holders with log lines. */
export async function changeHolders(tx: Tx, me: Member, people: ChangedHolder[]): Promise<void> {
  const logged: Logged[] = [];
  for (const { before, sent } of people) {
    const { changed, ofAccount } = holderDifferences(before, sent);
    if (ofAccount.length > 0) {
      const errors = Object.fromEntries(ofAccount.map((field) => [field, OF_ACCOUNT_TEXT]));
      throw refuse(400, OF_ACCOUNT_TEXT, { errors });
    }
    if (changed.length === 0) continue;
    if (me.tokenId !== null && before.userId !== null) throw refuse(403, NOT_BY_TOKEN);
    if (changed.includes('badge')) await claimBadge(tx, sent.badge, before.id);
    const email = sent.email === undefined ? before.email : sent.email;
    const change: Partial<typeof holders.$inferInsert> = {
      ...Object.fromEntries(changed.map((field) => [field, sent[field]])),
      // Without an address there are no reminders.
      ...(email === null && { sendReminders: false }),
    };
    await tx.update(holders).set(change).where(eq(holders.id, before.id));
    logged.push({
      action: 'holder_edit',
      description: `Person ${sent.name ?? before.name} changed`,
      details: {
        holderId: before.id,
        changes: Object.fromEntries(
          changed.map((field) => [field, { from: before[field], to: sent[field] ?? null }]),
        ),
      },
    });
  }
  await recordAuditLogs(tx, me, logged);
}

/** Serialises badge assignments: of two parallel ones the second is refused with the owner's name. */
const CLAIM = `select pg_advisory_xact_lock(hashtext('badge'), hashtext(own_company() || ':' || serial_of($1)))`;

export async function claimBadge(tx: Tx, badge: string | null | undefined, except: number): Promise<void> {
  if (!badge) return;
  await ask(tx, CLAIM, [badge]);
  const [other] = await tx
    .select({ name: holders.name })
    .from(holders)
    .where(and(sql`${holders.badgeCode} = nullif(serial_of(${badge}), '')`, ne(holders.id, except)));
  if (!other) return;
  const taken = `This badge is already assigned to ${other.name}`;
  throw refuse(409, taken, { errors: { badge: taken }, quotes: true });
}
