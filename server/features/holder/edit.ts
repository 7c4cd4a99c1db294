import { and, eq, ne, sql } from 'drizzle-orm';
import { fullName } from '../../../shared/user-name.ts';
import { ask } from '../../database/prepared.ts';
import { holders } from '../../database/schema/holders.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkFresh, notFound, refuse } from '../../http/refusal.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import type { Feature } from '../feature.ts';
import { findHolder } from './holder.ts';

/** Adds somebody who may have keys. People share names, so one that is there already is no reason to refuse. */
const createHolder: Feature<'createHolder'> = async ({ tx, me, body }) => {
  if (body.sendReminders && !body.email) throw noAddress();
  await claimBadge(tx, body.badge, 0);
  const [made] = await tx
    .insert(holders)
    .values({ ...body, kind: body.kind ?? 'other', createdByName: fullName(me) })
    .returning({ id: holders.id });
  const holder = await findHolder(tx, made?.id ?? 0);
  await recordAuditLog(tx, me, {
    action: 'holder_create',
    description: `Person ${holder.name} added`,
    details: { holderId: holder.id, name: holder.name, kind: holder.kind, organisation: holder.organisation },
  });
  return holder;
};

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

/** Of somebody who signs in these are the account's. */
const OF_ACCOUNT: readonly Field[] = ['name', 'kind', 'email', 'sendReminders'];

/** Changes what is sent. Sets that somebody has stay with them, whatever they may take from now on. */
const updateHolder: Feature<'updateHolder'> = async ({ tx, me, params, body, ifMatch }) => {
  const [before] = await tx.select().from(holders).where(eq(holders.id, params.id)).for('no key update');
  if (!before) throw notFound('Person not found');
  checkFresh(ifMatch, before.updatedAt);
  const changed = EDITED.filter((field) => body[field] !== undefined && body[field] !== before[field]);
  if (before.userId !== null) refuseOfAccount(changed);
  const email = body.email === undefined ? before.email : body.email;
  if (email === null && body.sendReminders) throw noAddress();
  if (changed.length === 0) return findHolder(tx, before.id);
  if (changed.includes('badge')) await claimBadge(tx, body.badge, before.id);
  const change: Partial<typeof holders.$inferInsert> = {
    ...Object.fromEntries(changed.map((field) => [field, body[field]])),
    ...(email === null && { sendReminders: false }),
  };
  await tx.update(holders).set(change).where(eq(holders.id, before.id));
  await recordAuditLog(tx, me, {
    action: 'holder_edit',
    description: `Person ${body.name ?? before.name} changed`,
    details: {
      holderId: before.id,
      changes: Object.fromEntries(
        changed.map((field) => [field, { from: before[field], to: body[field] ?? null }]),
      ),
    },
  });
  return findHolder(tx, before.id);
};

function refuseOfAccount(changed: readonly Field[]): void {
  const theirs = changed.filter((field) => OF_ACCOUNT.includes(field));
  if (theirs.length === 0) return;
  const why = 'This person signs in. Change it in their account.';
  throw refuse(400, why, { errors: Object.fromEntries(theirs.map((field) => [field, why])) });
}

const noAddress = () => {
  const why = 'Enter an email to send reminders to';
  return refuse(400, why, { errors: { email: why } });
};

/** Badges are claimed one after another: of two people given one badge at the same moment, the second is told who has it. */
const CLAIM = `select pg_advisory_xact_lock(hashtext('badge'), hashtext(own_company() || ':' || serial_of($1)))`;

async function claimBadge(tx: Tx, badge: string | null | undefined, except: number): Promise<void> {
  if (!badge) return;
  await ask(tx, CLAIM, [badge]);
  const [other] = await tx
    .select({ name: holders.name })
    .from(holders)
    .where(and(sql`${holders.badgeCode} = nullif(serial_of(${badge}), '')`, ne(holders.id, except)));
  if (!other) return;
  const taken = `This badge is already assigned to ${other.name}`;
  throw refuse(409, taken, { errors: { badge: taken } });
}

export const holderEditFeatures = { createHolder, updateHolder };
