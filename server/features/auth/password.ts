import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Factor } from '../../../shared/second-factor.ts';
import type { User } from '../../../shared/user.ts';
import { type Caller, memberOf } from '../../database/caller.ts';
import { companies, oneTimeTokens, users } from '../../database/schema/people.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkPassword, hashPassword } from '../../identity/password-hash.ts';
import { factorsOf } from '../../identity/second-factor.ts';
import { callerAgain } from '../../identity/session.ts';
import type { SignedIn } from '../../identity/session-cookie.ts';
import { hashOfToken } from '../../identity/token.ts';
import { queueOwnLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { noteOfAccount } from './account-log.ts';
import { userColumns, userOf } from './auth.ts';

/** True of the server, whoever asks and for whatever address. */
const NO_MAIL = 'No mail is set up on this server. Ask an administrator for a link.';

/**
 * Asks for a reset link. The same work for a known and an unknown address: a line in the outbox. Whether anybody has the address is
 * looked up by whoever sends, so neither the answer nor its time tells.
 */
const forgotPassword: PreCompanyFeature<'forgotPassword'> = async ({
  transactions,
  config,
  attempts,
  address,
  body,
}) => {
  if (await attempts.forgot(address, body.email)) {
    await transactions.forSystem((tx) => queueOwnLetter(tx, { kind: 'reset', email: body.email }));
  }
  return { message: config.mail ? 'If the address is known, a link has been sent' : NO_MAIL };
};

const invalid = () => refuse(400, 'This link is invalid or has expired');

/** The person of a link that is good: unused, in time, of somebody who may sign in. */
async function personOf(tx: Tx, token: string) {
  const [found] = await tx
    .select({
      user: userColumns,
      purpose: oneTimeTokens.purpose,
      companyName: companies.name,
      companyActive: companies.isActive,
    })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashOfToken(token)),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, sql`clock_timestamp()`),
      ),
    )
    .for('update', { of: oneTimeTokens });
  if (!found?.user.isActive || found.companyActive === false) throw invalid();
  return found;
}

/** Whom a link belongs to, for the page it opens; it stays unused. */
const checkLink: PreCompanyFeature<'checkLink'> = async ({ transactions, attempts, address, body }) => {
  await attempts.link(address);
  const { user, purpose, companyName } = await transactions.forSystem((tx) => personOf(tx, body.token));
  return { purpose, companyName, email: user.email, firstName: user.firstName };
};

/** Sets the password and uses the link up, with every other of that person; all their other sessions end (S-10, S-11). */
const resetPassword: PreCompanyFeature<'resetPassword'> = async (call) => {
  const { transactions, attempts, address, body, caller } = call;
  await attempts.link(address);
  await transactions.forSystem((tx) => personOf(tx, body.token));
  const password = await hashPassword(body.password);
  const { user, has } = await transactions.forSystem(async (tx) => {
    const { user, purpose } = await personOf(tx, body.token);
    await setPassword(tx, user.id, password);
    const did = purpose === 'invite' ? 'chose a password' : 'reset their password';
    await noteOfAccount(tx, memberOf(userOf(user)), { action: 'user_password', did });
    if (purpose === 'reset') await tell(tx, user);
    return { user, has: await factorsOf(tx, user.id) };
  });
  call.concerns({ userId: user.id, companyId: user.companyId });
  await attempts.cleared(call, user.email, user.id);
  if (caller?.user.id === user.id) await call.startSession(renewed(caller, has));
  // The owner of the mailbox can sign in, however many sign-ins failed at this address.
  await attempts.knows(call, user.email);
  return { message: 'Your password has been set' };
};

/** Somebody signed in changes their own password; their other sessions end and this one gets a new id (S-11). */
const changePassword: PreCompanyFeature<'changePassword'> = async (call) => {
  const { transactions, body, caller } = call;
  if (!caller) throw refuse(401, 'Unauthorized');
  const { user, member } = caller;
  const [stored] = await transactions.forSystem((tx) =>
    tx.select({ password: users.password }).from(users).where(eq(users.id, user.id)),
  );
  if (!stored || !(await checkPassword(stored.password, body.currentPassword))) throw notRight();
  const password = await hashPassword(body.newPassword);
  const has = await transactions.forSystem(async (tx) => {
    await callerAgain(tx, caller.sid);
    if (!(await setPassword(tx, user.id, password, stored.password))) throw notRight();
    await noteOfAccount(tx, member, { action: 'user_password', did: 'changed their password' });
    await tell(tx, user);
    return factorsOf(tx, user.id);
  });
  await call.startSession(renewed(caller, has));
  return { message: 'Password changed' };
};

/** Their session again, of whoever chose a new password: they just showed who they are, unless they have a second factor besides. */
const renewed = ({ user, remember, byProvider }: Caller, has: readonly Factor[]): SignedIn => ({
  userId: user.id,
  remember,
  by: byProvider ? 'single_sign_on' : 'password',
  ...(has.length > 0 && { confirmedAt: null }),
});

function notRight() {
  const message = 'The current password is incorrect';
  return refuse(400, message, { errors: { currentPassword: message }, notable: 'wrong password' });
}

/**
 * A new password ends every session and every link of that person. False, and nothing done, when `before` is given and another has
 * been set since it was checked.
 */
async function setPassword(tx: Tx, id: number, password: string, before?: string | null): Promise<boolean> {
  const [set] = await tx
    .update(users)
    .set({ password, updatedAt: sql`clock_timestamp()` as unknown as string })
    .where(and(eq(users.id, id), before ? eq(users.password, before) : undefined))
    .returning({ id: users.id });
  if (!set) return false;
  await tx.execute(sql`delete from sessions where user_id = ${id}`);
  await tx.execute(
    sql`update one_time_tokens set used_at = clock_timestamp() where user_id = ${id} and used_at is null`,
  );
  return true;
}

/** Tells the person by mail, so that a change they did not make does not go unnoticed. */
const tell = (tx: Tx, { id, email, companyId }: Pick<User, 'id' | 'email' | 'companyId'>) =>
  queueOwnLetter(tx, { kind: 'password_changed', userId: id, email, lane: companyId });

export const passwordFeatures = { forgotPassword, checkLink, resetPassword, changePassword };
