import { ROLE_LABELS, ROLES } from '../../../shared/permissions.ts';
import { companies } from '../../database/schema/people.ts';
import { assign, columns, row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { hasOwnFactor } from '../../identity/second-factor.ts';
import { checkFresh, notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { COMPANY, type CompanyRow, checkZone, companyOf } from './company.ts';
import { usageSeenBy } from './plan.ts';

/** Changes the company's own fields; the description is in `settings`, as setup stores it. */
const updateCompany: Feature<'updateCompany'> = async ({ tx, me, body, ifMatch }) => {
  const before = await lockCompany(tx);
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
  const after = await change(tx, { ...fields, settings: { ...before.settings, description } });
  await recordAuditLog(tx, me, {
    action: 'company_edit',
    description: `Company ${after.name} changed`,
    details: {
      changes: Object.fromEntries(changed.map((field) => [field, { from: old[field], to: body[field] }])),
    },
  });
  return companyOf(after, await usageSeenBy(tx, me));
};

/**
 * Sets who must have a second factor. Requires one of the caller, so that they don't lock themselves out. Applies from the next sign-in,
 * and after a week to open sessions.
 */
const requireSecondFactor: Feature<'requireSecondFactor'> = async ({ tx, me, body }) => {
  const before = await lockCompany(tx);
  const roles = ROLES.filter((role) => body.roles.includes(role));
  const added = roles.filter((role) => !before.secondFactorRoles.includes(role));
  const same = added.length === 0 && roles.length === before.secondFactorRoles.length;
  if (same) return companyOf(before, await usageSeenBy(tx, me));
  if (added.length > 0 && !(await hasOwnFactor(tx)))
    throw refuse(409, 'Set up a second factor of your own on your profile first', {
      code: 'no_second_factor',
    });
  const after = await change(tx, {
    secondFactorRoles: roles,
    ...(added.length > 0 && { secondFactorSince: sql`clock_timestamp()` }),
  });
  const named = roles.map((role) => ROLE_LABELS[role]).join(', ');
  await recordAuditLog(tx, me, {
    action: 'factor_required',
    description:
      roles.length > 0 ? `Second factor required of: ${named}` : 'Second factor no longer required',
    details: { from: before.secondFactorRoles, to: roles },
  });
  return companyOf(after, await usageSeenBy(tx, me));
};

async function lockCompany(tx: Tx): Promise<CompanyRow> {
  const company = await row(tx, sql<CompanyRow>`${COMPANY} for no key update`);
  if (!company) throw notFound('Company not found');
  return company;
}

async function change(tx: Tx, changes: Parameters<typeof assign<typeof companies>>[1]): Promise<CompanyRow> {
  const set = assign(companies, { ...changes, updatedAt: sql`clock()` });
  const company = await row(tx, sql<CompanyRow>`update companies set ${set} returning ${columns(companies)}`);
  if (!company) throw notFound('Company not found');
  return company;
}

export const companyEditFeatures = { updateCompany, requireSecondFactor };
