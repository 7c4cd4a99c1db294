import { dayIn, exactClockIn } from '../../../shared/clock-text.ts';
import { AttachForm, type Company, SetupForm, slugOf } from '../../../shared/company.ts';
import { FIRST_STEPS_DAYS, TRIAL_DAYS } from '../../../shared/limits.ts';
import { ROLE_LABELS, ROLES } from '../../../shared/permissions.ts';
import { PLANS } from '../../../shared/plan.ts';
import { companies, users } from '../../database/schema/accounts.ts';
import { assign, columns, insert, row, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import { hasOwnFactor } from '../../identity/second-factor.ts';
import { callerAgain } from '../../identity/session.ts';
import { parse } from '../../parse.ts';
import { checkFresh, notFound, refuse, violated } from '../../refusal.ts';
import { type UserRow, userFields, userOf } from '../auth/auth.ts';
import type { Feature } from '../feature.ts';
import { changesOf, differing, recordAuditLog } from '../history/log.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { recordOf, usageSeenBy } from './plan.ts';

const DAY_MS = 86_400_000;

type Usage = Company['usage'];

type CompanyRow = RowOf<typeof companies>;
/** The transaction's company. */
const COMPANY = sql<CompanyRow>`select ${columns(companies)} from companies`;

/** A company in the reply's form. */
function companyOf(company: CompanyRow, usage: Usage, isEmpty: boolean): Company {
  const plan = PLANS[company.planType];
  const madeAt = Date.parse(company.createdAt);
  return {
    ...company,
    firstStepsOpen: !company.firstStepsDismissedAt && Date.now() < madeAt + FIRST_STEPS_DAYS * DAY_MS,
    trialEndsAt: new Date(madeAt + TRIAL_DAYS * DAY_MS).toISOString(),
    limits: { keys: plan.keys, locations: plan.locations, users: plan.users },
    usage,
    isEmpty,
  };
}

/** The same as the caller sees it. */
async function companySeenBy(tx: Tx, me: Member, company: CompanyRow): Promise<Company> {
  const usage = await usageSeenBy(tx, me);
  const isEmpty = usage?.keys === 0 && usage.locations === 0 && (await recordOf(tx)) === null;
  return companyOf(company, usage, isEmpty);
}

type Stamps = { zone: string; day: (at: Date) => string; time: (at: Date) => string };

/** Formats times for files: YYYY-MM-DD and HH:MM:SS, in the company's zone (D-30) or a requested one. */
export async function stampsOf(
  read: <T>(use: (tx: Tx) => Promise<T>) => Promise<T>,
  requested?: string,
): Promise<Stamps> {
  const own = (tx: Tx) => row(tx, sql<{ zone: string }>`select timezone as zone from companies`);
  const zone = requested ?? (await read(own))?.zone ?? 'Etc/UTC';
  return { zone, day: (at) => dayIn(at.getTime(), zone), time: (at) => exactClockIn(at.getTime(), zone) };
}

/** 400 for a time zone unknown to the database; the form checks what the server knows. */
async function checkZone(tx: Tx, zone: string | undefined): Promise<void> {
  if (zone === undefined) return;
  const found = await row(tx, sql<{ known: boolean }>`select is_zone(${zone}) as known`);
  if (found?.known) return;
  const message = 'Unknown time zone';
  throw refuse(400, message, { errors: { timezone: message } });
}

const getCompany: PreCompanyFeature<'getCompany'> = async ({ transactions, caller }) => {
  if (!caller?.member) throw notFound('Company not found');
  return transactions.forCompanyReadOnly(caller.sid, async (tx, { member }) => {
    const company = await row(tx, COMPANY);
    if (!company || !member) throw notFound('Company not found');
    return companySeenBy(tx, member, company);
  });
};

/**
 * Creates a company and its first user, a super_admin, and signs them in. With a session the company is attached to that user, ignoring
 * email and password. All or nothing.
 */
const setUpCompany: PreCompanyFeature<'setUpCompany'> = async (call) => {
  const { transactions, caller, attempts, address, body, startSession, concerns } = call;
  if (caller?.member) throw refuse(409, 'You already belong to a company', { code: 'already_in_company' });
  const about = caller ? parse(AttachForm, body) : parse(SetupForm, body);
  const slug = slugOf(about.slug ?? about.name)
    .slice(0, 255)
    .replace(/-$/, '');
  if (!slug) {
    const message = 'This URL identifier needs at least one letter or digit';
    throw refuse(400, message, { errors: { slug: message } });
  }
  await attempts.setUp(address);
  const newUser = caller ? null : parse(SetupForm, body);
  const password = newUser && (await hashPassword(newUser.password));

  const made = await transactions.forSystem(async (tx) => {
    if (caller) await callerAgain(tx, caller.sid);
    await checkZone(tx, about.timezone);
    const email = newUser?.email ?? caller?.user.email ?? '';
    const added = insert(companies, {
      name: about.name,
      slug,
      adminEmail: email,
      planType: about.planType ?? 'basic',
      timezone: about.timezone ?? 'Etc/UTC',
      settings: { description: about.settings?.description ?? null },
    });
    const company = await row(tx, sql<CompanyRow>`${added} returning ${columns(companies)}`).catch(taken);
    if (!company) throw new Error('The database returned no new company');
    const user = newUser
      ? await addFirstUser(tx, company.id, { ...newUser, password })
      : await attachUser(tx, company.id, caller?.user.id ?? 0, about);
    return { user, company };
  });
  concerns({ userId: made.user.id, companyId: made.company.id });
  await startSession({
    userId: made.user.id,
    remember: caller?.remember ?? false,
    by: caller ? 'as before' : 'password',
  });
  if (newUser) await attempts.knows(call, newUser.email);
  return {
    user: userOf(made.user),
    company: companyOf(made.company, { keys: 0, locations: 0, users: 1 }, true),
  };
};

type Names = { firstName?: string | undefined; lastName?: string | null | undefined };

async function addFirstUser(
  tx: Tx,
  companyId: number,
  newUser: Names & { email: string; password: string | null },
) {
  const added = insert(users, {
    companyId,
    role: 'super_admin',
    email: newUser.email,
    password: newUser.password,
    firstName: newUser.firstName ?? null,
    lastName: newUser.lastName ?? null,
  });
  const user = await row(tx, sql<UserRow>`${added} returning ${userFields()}`).catch(taken);
  if (!user) throw new Error('The database returned no new user');
  return user;
}

async function attachUser(tx: Tx, companyId: number, id: number, names: Names) {
  const changes = assign(users, {
    companyId,
    role: 'super_admin',
    ...(names.firstName && { firstName: names.firstName }),
    ...(names.lastName !== undefined && { lastName: names.lastName }),
    updatedAt: sql`clock_timestamp()`,
  });
  const user = await row(
    tx,
    sql<UserRow>`update users set ${changes} where id = ${id} and company_id is null returning ${userFields()}`,
  );
  if (!user) throw refuse(409, 'You already belong to a company', { code: 'already_in_company' });
  return user;
}

function taken(error: unknown): never {
  const constraint = violated(error);
  if (constraint === 'companies_slug_key') {
    const message = 'This URL identifier is already taken';
    throw refuse(409, message, { code: 'taken', errors: { slug: message } });
  }
  if (constraint === 'users_email_key') {
    const message = 'An account with this email already exists. Please sign in.';
    throw refuse(409, message, { code: 'taken', errors: { email: message } });
  }
  throw error;
}

export const companyFeatures = { getCompany, setUpCompany };

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
    auditShare: before.auditShare,
    offlineDays: before.offlineDays,
    staffReserve: before.staffReserve,
    emergencyIssue: before.emergencyIssue,
  };
  const changed = differing(Object.keys(old) as (keyof typeof old)[], old, body);
  // Notices of found keys, reminders and paused webhooks go to the address; an emergency goes without the second person.
  if (changed.includes('adminEmail') || changed.includes('emergencyIssue')) checkConfirmed(me);
  if (changed.includes('timezone')) await checkZone(tx, body.timezone);
  if (changed.length === 0) return companySeenBy(tx, me, before);
  const { description = old.description, ...fields } = body;
  const after = await change(tx, { ...fields, settings: { ...before.settings, description } });
  await recordAuditLog(tx, me, {
    action: 'company_edit',
    description: `Company ${after.name} changed`,
    details: { changes: changesOf(changed, old, body) },
  });
  return companySeenBy(tx, me, after);
};

/**
 * Sets who must have a second factor. Requires one of the caller, so that they don't lock themselves out. Applies from the next sign-in,
 * and after a week to open sessions.
 */
const requireSecondFactor: Feature<'requireSecondFactor'> = async ({ tx, me, body, ifMatch }) => {
  const before = await lockCompany(tx);
  checkFresh(ifMatch, before.updatedAt);
  const roles = ROLES.filter((role) => body.roles.includes(role));
  const added = roles.filter((role) => !before.secondFactorRoles.includes(role));
  const same = added.length === 0 && roles.length === before.secondFactorRoles.length;
  if (same) return companySeenBy(tx, me, before);
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
  return companySeenBy(tx, me, after);
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
