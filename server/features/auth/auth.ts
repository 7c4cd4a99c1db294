import { effectivePermissions } from '../../../shared/permissions.ts';
import type { Factor } from '../../../shared/second-factor.ts';
import type { Session } from '../../../shared/session.ts';
import type { User } from '../../../shared/user.ts';
import { fullName } from '../../../shared/user-name.ts';
import { users } from '../../database/schema/accounts.ts';
import { columns, row, rows, run, type Sql, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { checkConfirmed } from '../../identity/confirmation.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { factorsOf } from '../../identity/second-factor.ts';
import { notFound, refusalOf, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';

/** The columns of a user for a select, without the password hash; as a record of the row with `record`. */
export const userFields = (record?: string): Sql =>
  columns(users, { without: ['password'], ...(record && { record }) });
export type UserRow = Omit<RowOf<typeof users>, 'password'>;

/** A user in the reply's form. */
export const userOf = (row: UserRow): User => ({ ...row, permissions: effectivePermissions(row) });

const getMe: PreCompanyFeature<'getMe'> = async ({ caller }) => {
  if (!caller) throw refuse(401, 'Unauthorized');
  return {
    ...caller.user,
    ...(caller.factorDue && { factorDue: true }),
    ...(caller.offlineDays !== null && { offlineDays: caller.offlineDays }),
    ...(caller.isApprover && caller.member && { isApprover: true }),
  };
};

/**
 * One message for unknown email, wrong password, inactive user and inactive company. With a second factor no session begins yet: 401 lists
 * the factors, with the cookie of a half sign-in.
 */
const logIn: PreCompanyFeature<'logIn'> = async (call) => {
  const { transactions, attempts, body, concerns } = call;
  const { email } = body;
  const found = await transactions.forSystem((tx) =>
    row(
      tx,
      sql<Found>`select ${columns(users, { alias: 'u' })}, c.is_active as "companyActive"
        from users u left join companies c on c.id = u.company_id where u.email = ${email}`,
    ),
  );
  concerns(found ? { userId: found.id, companyId: found.companyId } : null);
  await attempts.logIn(call, email);
  try {
    return await signIn(call, found);
  } catch (error) {
    // Not awaited. A failed uncount costs one attempt.
    if ((refusalOf(error)?.status ?? 500) >= 500) attempts.uncount(call, email).catch(() => undefined);
    throw error;
  }
};

type Found = UserRow & { password: string | null; companyActive: boolean | null };

/** Checks the password and begins the session or half sign-in. */
async function signIn(call: Parameters<typeof logIn>[0], found: Found | undefined) {
  const { transactions, attempts, body, startSession, half } = call;
  const { email, password, remember = false } = body;
  const right = await checkPassword(found?.password ?? null, password);
  if (!found || !right || !found.isActive || found.companyActive === false) {
    throw refuse(401, 'Invalid email or password', { code: 'wrong_credentials' });
  }
  // Ends here when the password changed or the user was deactivated during the check.
  const stillGood = async (tx: Tx) => {
    const same = await run(
      tx,
      sql`select from users where id = ${found.id} and password = ${found.password} and is_active for share`,
    );
    if (same === 0) throw refuse(401, 'Invalid email or password', { code: 'wrong_credentials' });
    return factorsOf(tx, found.id);
  };
  const factors = await transactions.forSystem(async (tx) => {
    const has = await stillGood(tx);
    if (has.length > 0) await half.begin(tx, found.id, remember);
    return has;
  });
  if (factors.length > 0) throw secondFactorDue(factors);
  await startSession({ userId: found.id, remember, by: 'password' }, async (tx) => {
    // A factor added meanwhile is required.
    if ((await stillGood(tx)).length > 0)
      throw refuse(401, 'Invalid email or password', { code: 'wrong_credentials' });
  });
  await attempts.loggedIn(call, email);
  return { user: userOf(found) };
}

const secondFactorDue = (secondFactor: Factor[]) =>
  refuse(401, 'Your second factor is needed to sign in', {
    code: 'second_factor',
    secondFactor,
    notable: 'half',
  });

const logOut: PreCompanyFeature<'logOut'> = async ({ endSession }) => {
  await endSession();
  return { message: 'Logged out' };
};

/** The hint on the sign-in card, in demo mode only. */
const getDemoHint: PreCompanyFeature<'getDemoHint'> = async ({ config, transactions }) => {
  if (!config.demo.on) throw notFound('Not found');
  const { email } = DEMO_ACCOUNTS[0];
  const known = await transactions.forSystem((tx) => run(tx, sql`select from users where email = ${email}`));
  if (known === 0) throw notFound('Not found');
  return {
    password: config.demo.password,
    accounts: DEMO_ACCOUNTS.map(({ label, email }) => ({ role: label, email })),
  };
};

export const authFeatures = { getMe, logIn, logOut, getDemoHint };

/** The caller's own sessions: this one first, then by last use. */
const listSessions: Feature<'listSessions'> = ({ tx }) =>
  rows(
    tx,
    sql<Session>`select id, device, address, signed_in_by as "signedInBy", created_at as "signedInAt",
      used_at as "lastUsedAt", is_current as "isCurrent" from own_sessions()`,
  );

/** Ends a session on every server, as each transaction reads it. The caller's own needs no confirmation. */
const endSession: Feature<'endSession'> = async ({ tx, me, params }) => {
  const current = await row(tx, sql<{ id: number | null }>`select own_session() as id`);
  if (params.id !== current?.id) checkConfirmed(me);
  const [ended] = await end(tx, params.id);
  if (!ended) throw notFound('Session not found');
  await log(tx, me, `signed out ${ended.device || 'an unknown device'}`, [ended]);
  return { message: 'Signed out' };
};

/** Ends all sessions but the caller's. */
const endOtherSessions: Feature<'endOtherSessions'> = async ({ tx, me }) => {
  const ended = await end(tx, null);
  if (ended.length > 0) await log(tx, me, 'signed out everywhere else', ended);
  return { message: 'Signed out everywhere else' };
};

type Ended = { device: string };
const end = (tx: Tx, one: number | null) => rows(tx, sql<Ended>`select device from end_own_sessions(${one})`);

const log = (tx: Tx, me: Member, did: string, ended: Ended[]) =>
  recordAuditLog(tx, me, {
    action: 'user_sessions_end',
    description: `${fullName(me)} ${did}`,
    details: {
      userId: me.userId,
      sessions: ended.length,
      devices: [...new Set(ended.map(({ device }) => device || null))],
    },
  });

export const sessionFeatures = { listSessions, endSession, endOtherSessions };
