import { eq, sql } from 'drizzle-orm';
import { dayIn, exactClockIn } from '../../../shared/clock-text.ts';
import { AttachForm, type Company, SetupForm, slugOf } from '../../../shared/company.ts';
import { TRIAL_DAYS } from '../../../shared/limits.ts';
import { PLANS } from '../../../shared/plan.ts';
import { ask } from '../../database/prepared.ts';
import { companies, users } from '../../database/schema/people.ts';
import type { Tx } from '../../database/transactions.ts';
import { parse } from '../../http/parse.ts';
import { hashPassword } from '../../identity/password-hash.ts';
import { callerAgain } from '../../identity/session.ts';
import { notFound, refuse, violated } from '../../refusal.ts';
import { userColumns, userOf } from '../auth/auth.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { usageSeenBy } from './plan.ts';
import { checkZone } from './zone.ts';

const DAY_MS = 86_400_000;

type Usage = Company['usage'];

/** A company in the reply's form. */
export function companyOf(row: typeof companies.$inferSelect, usage: Usage): Company {
  const { keys, locations, users: people } = PLANS[row.planType];
  return {
    ...row,
    trialEndsAt: new Date(Date.parse(row.createdAt) + TRIAL_DAYS * DAY_MS).toISOString(),
    limits: { keys, locations, users: people },
    usage,
  };
}

const ZONE = 'select timezone from companies';

type Stamps = { zone: string; day: (at: Date) => string; time: (at: Date) => string };

/** Formats times for files: YYYY-MM-DD and HH:MM:SS, in the company's zone (D-30) or a requested one. */
export async function stampsOf(
  read: <T>(use: (tx: Tx) => Promise<T>) => Promise<T>,
  asked?: string,
): Promise<Stamps> {
  const zone =
    asked ?? (await read((tx) => ask<{ timezone: string }>(tx, ZONE, [])))[0]?.timezone ?? 'Etc/UTC';
  return { zone, day: (at) => dayIn(at.getTime(), zone), time: (at) => exactClockIn(at.getTime(), zone) };
}

const getCompany: PreCompanyFeature<'getCompany'> = async ({ transactions, caller }) => {
  if (!caller?.member) throw notFound('Company not found');
  return transactions.forCompanyReadOnly(caller.sid, async (tx, { member }) => {
    const [company] = await tx.select().from(companies);
    if (!company || !member) throw notFound('Company not found');
    return companyOf(company, await usageSeenBy(tx, member));
  });
};

/**
 * Creates a company and its first user, a super_admin, and signs them in. With a session the company is attached to that user, ignoring
 * email and password. All or nothing.
 */
const setUpCompany: PreCompanyFeature<'setUpCompany'> = async (call) => {
  const { transactions, caller, attempts, address, body, startSession, concerns } = call;
  if (caller?.member) throw refuse(409, 'You already belong to a company');
  const about = caller ? parse(AttachForm, body) : parse(SetupForm, body);
  const slug = slugOf(about.slug ?? about.name)
    .slice(0, 255)
    .replace(/-$/, '');
  if (!slug) {
    const message = 'This URL identifier needs at least one letter or digit';
    throw refuse(400, message, { errors: { slug: message } });
  }
  await attempts.setUp(address);
  const person = caller ? null : parse(SetupForm, body);
  const password = person && (await hashPassword(person.password));

  const made = await transactions.forSystem(async (tx) => {
    if (caller) await callerAgain(tx, caller.sid);
    await checkZone(tx, about.timezone);
    const email = person?.email ?? caller?.user.email ?? '';
    const [company] = await tx
      .insert(companies)
      .values({
        name: about.name,
        slug,
        adminEmail: email,
        planType: about.planType ?? 'basic',
        timezone: about.timezone ?? 'Etc/UTC',
        settings: { description: about.settings?.description ?? null },
      })
      .returning()
      .catch(taken);
    if (!company) throw new Error('The database returned no new company');
    const user = person
      ? await addFirstUser(tx, company.id, { ...person, password })
      : await attachUser(tx, company.id, caller?.user.id ?? 0, about);
    return { user, company };
  });
  concerns({ userId: made.user.id, companyId: made.company.id });
  await startSession({
    userId: made.user.id,
    remember: caller?.remember ?? false,
    by: caller ? 'as before' : 'password',
  });
  if (person) await attempts.knows(call, person.email);
  return { user: userOf(made.user), company: companyOf(made.company, { keys: 0, locations: 0, users: 1 }) };
};

type Names = { firstName?: string | undefined; lastName?: string | null | undefined };

async function addFirstUser(
  tx: Tx,
  companyId: number,
  person: Names & { email: string; password: string | null },
) {
  const [user] = await tx
    .insert(users)
    .values({
      companyId,
      role: 'super_admin',
      email: person.email,
      password: person.password,
      firstName: person.firstName,
      lastName: person.lastName ?? null,
    })
    .returning(userColumns)
    .catch(taken);
  if (!user) throw new Error('The database returned no new user');
  return user;
}

async function attachUser(tx: Tx, companyId: number, id: number, names: Names) {
  const [user] = await tx
    .update(users)
    .set({
      companyId,
      role: 'super_admin',
      ...(names.firstName && { firstName: names.firstName }),
      ...(names.lastName !== undefined && { lastName: names.lastName }),
      updatedAt: sql`clock_timestamp()` as unknown as string,
    })
    .where(sql`${eq(users.id, id)} and ${users.companyId} is null`)
    .returning(userColumns);
  if (!user) throw refuse(409, 'You already belong to a company');
  return user;
}

function taken(error: unknown): never {
  const constraint = violated(error);
  if (constraint === 'companies_slug_key') {
    const message = 'This URL identifier is already taken';
    throw refuse(409, message, { errors: { slug: message } });
  }
  if (constraint === 'users_email_key') {
    const message = 'An account with this email already exists. Please sign in.';
    throw refuse(409, message, { errors: { email: message } });
  }
  throw error;
}

export const companyFeatures = { getCompany, setUpCompany };
