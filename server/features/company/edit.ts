import { sql } from 'drizzle-orm';
import { companies } from '../../database/schema/people.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { checkFresh, notFound } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { companyOf } from './company.ts';
import { usageSeenBy } from './plan.ts';
import { checkZone } from './zone.ts';

/** Changes the company's own fields; the description is in `settings`, as setup stores it. */
const updateCompany: Feature<'updateCompany'> = async ({ tx, me, body, ifMatch }) => {
  const [before] = await tx.select().from(companies).for('no key update');
  if (!before) throw notFound('Company not found');
  checkFresh(ifMatch, before.updatedAt);
  const old = {
    name: before.name,
    description: before.settings.description ?? null,
    adminEmail: before.adminEmail,
    timezone: before.timezone,
    receiptTerms: before.receiptTerms,
    finderLine: before.finderLine,
    finderShowsName: before.finderShowsName,
  };
  const changed = (Object.keys(old) as (keyof typeof old)[]).filter(
    (field) => body[field] !== undefined && body[field] !== old[field],
  );
  // Notices of found keys, reminders and paused webhooks go to this address.
  if (changed.includes('adminEmail')) checkConfirmed(me);
  if (changed.includes('timezone')) await checkZone(tx, body.timezone);
  if (changed.length === 0) return companyOf(before, await usageSeenBy(tx, me));
  const { description = old.description, ...fields } = body;
  const [after] = await tx
    .update(companies)
    .set({
      ...fields,
      settings: { ...before.settings, description },
      updatedAt: sql`clock()` as unknown as string,
    })
    .returning();
  if (!after) throw notFound('Company not found');
  await recordAuditLog(tx, me, {
    action: 'company_edit',
    description: `Company ${after.name} changed`,
    details: {
      changes: Object.fromEntries(changed.map((field) => [field, { from: old[field], to: body[field] }])),
    },
  });
  return companyOf(after, await usageSeenBy(tx, me));
};

export const companyEditFeatures = { updateCompany };
