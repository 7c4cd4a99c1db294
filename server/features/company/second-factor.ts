import { sql } from 'drizzle-orm';
import { ROLE_LABELS, ROLES } from '../../../shared/permissions.ts';
import { companies } from '../../database/schema/people.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { companyOf } from './company.ts';
import { usageSeenBy } from './plan.ts';

/**
 * Sets who must have a second factor. Requires one of the caller, so that they don't lock themselves out. Applies from the next sign-in,
 * and after a week to open sessions.
 */
const requireSecondFactor: Feature<'requireSecondFactor'> = async ({ tx, me, body }) => {
  const [before] = await tx.select().from(companies).for('no key update');
  if (!before) throw notFound('Company not found');
  const roles = ROLES.filter((role) => body.roles.includes(role));
  const added = roles.filter((role) => !before.secondFactorRoles.includes(role));
  const same = added.length === 0 && roles.length === before.secondFactorRoles.length;
  if (same) return companyOf(before, await usageSeenBy(tx, me));
  if (added.length > 0) {
    const { rows } = await tx.execute<{ has: boolean }>(sql`select own_second_factor() as has`);
    if (!rows[0]?.has)
      throw refuse(409, 'Set up a second factor of your own on your profile first', {
        code: 'no_second_factor',
      });
  }
  const [after] = await tx
    .update(companies)
    .set({
      secondFactorRoles: roles,
      ...(added.length > 0 && { secondFactorSince: sql`clock_timestamp()` as unknown as string }),
      updatedAt: sql`clock()` as unknown as string,
    })
    .returning();
  if (!after) throw notFound('Company not found');
  const named = roles.map((role) => ROLE_LABELS[role]).join(', ');
  await recordAuditLog(tx, me, {
    action: 'factor_required',
    description:
      roles.length > 0 ? `Second factor required of: ${named}` : 'Second factor no longer required',
    details: { from: before.secondFactorRoles, to: roles },
  });
  return companyOf(after, await usageSeenBy(tx, me));
};

export const secondFactorFeatures = { requireSecondFactor };
