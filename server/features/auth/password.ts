import type { Factor } from '../../../shared/second-factor.ts';
import { type Caller, memberOf } from '../../database/caller.ts';
import type { oneTimeTokens } from '../../database/schema/accounts.ts';
import { all, row, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import type { SignedIn } from '../../identity/cookies.ts';
import { checkPassword, hashPassword } from '../../identity/password-hash.ts';
import { factorsOf } from '../../identity/second-factor.ts';
import { callerAgain } from '../../identity/session.ts';
import { hashOfToken } from '../../identity/token.ts';
import { queueOwnLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { type UserRow, userFields, userOf } from './auth.ts';
import { noteOfAccount } from './own-account.ts';

/** A fact of the server, the same for every caller and address. */
const NO_MAIL = 'No mail is set up on this server. Ask an administrator for a link.';

/**
 * Requests a reset link. Known and unknown addresses cost the same work, one row of letters; the sender looks the address up, so that neither
 * response nor timing reveals it.
 */
const forgotPassword: PreCompanyFeature<'forgotPassword'> = async ({
  transactions,
  config,
  attempts,
  address,
  body,
}) => {
  if (await attempts.forgot(address, body.email)) {
    await transactions.forSystem((tx) => queueOwnLetter(tx, 'reset', { email: body.email }));
  }
  return { message: config.mail ? 'If the address is known, a link has been sent' : NO_MAIL };
};

const invalid = () => refuse(400, 'This link is invalid or has expired', { code: 'link' });

type Invited = {
  user: UserRow;
  purpose: RowOf<typeof oneTimeTokens>['purpose'];
  companyName: string | null;
  companyActive: boolean | null;
};

/** The user of a valid link: unused, not expired, active. */
async function userOfLink(tx: Tx, token: string) {
  const found = await row(
    tx,
    sql<Invited>`select ${userFields('user')}, t.purpose, c.name as "companyName", c.is_active as "companyActive"
      from one_time_tokens t join users on users.id = t.user_id left join companies c on c.id = users.company_id
      where t.token_hash = ${hashOfToken(token)} and t.used_at is null and t.expires_at > clock_timestamp()
      for update of t`,
  );
  if (!found?.user.isActive || found.companyActive === false) throw invalid();
  return found;
}

/** The user of a link, for its page; the link stays unused. */
const checkLink: PreCompanyFeature<'checkLink'> = async ({ transactions, attempts, address, body }) => {
  await attempts.link(address);
  const { user, purpose, companyName } = await transactions.forSystem((tx) => userOfLink(tx, body.token));
  return { purpose, companyName, email: user.email, firstName: user.firstName };
};

/** Sets the password, uses up all links of the user and ends their other sessions (S-10, S-11). */
const resetPassword: PreCompanyFeature<'resetPassword'> = async (call) => {
  const { transactions, attempts, address, body, caller } = call;
  await attempts.link(address);
  await transactions.forSystem((tx) => userOfLink(tx, body.token));
  const password = await hashPassword(body.password);
  const { user, has } = await transactions.forSystem(async (tx) => {
    const { user, purpose } = await userOfLink(tx, body.token);
    await setPassword(tx, user.id, password);
    const did = purpose === 'invite' ? 'chose a password' : 'reset their password';
    await noteOfAccount(tx, memberOf(userOf(user)), { action: 'user_password', did });
    if (purpose === 'reset') await queueOwnLetter(tx, 'password_changed', user);
    return { user, has: await factorsOf(tx, user.id) };
  });
  call.concerns({ userId: user.id, companyId: user.companyId });
  await attempts.cleared(call, user.email, user.id);
  if (caller?.user.id === user.id) await call.startSession(renewed(caller, has));
  // The owner of the mailbox can sign in, however many attempts failed at this address.
  await attempts.knows(call, user.email);
  return { message: 'Your password has been set' };
};

/** The user changes their own password; other sessions end and this one gets a new id (S-11). */
const changePassword: PreCompanyFeature<'changePassword'> = async (call) => {
  const { transactions, body, caller } = call;
  if (!caller) throw refuse(401, 'Unauthorized');
  const { user, member } = caller;
  const stored = await transactions.forSystem((tx) =>
    row(tx, sql<{ password: string | null }>`select password from users where id = ${user.id}`),
  );
  if (!stored || !(await checkPassword(stored.password, body.currentPassword))) throw notRight();
  const password = await hashPassword(body.newPassword);
  const has = await transactions.forSystem(async (tx) => {
    await callerAgain(tx, caller.sid);
    if (!(await setPassword(tx, user.id, password, stored.password))) throw notRight();
    await noteOfAccount(tx, member, { action: 'user_password', did: 'changed their password' });
    await queueOwnLetter(tx, 'password_changed', user);
    return factorsOf(tx, user.id);
  });
  await call.startSession(renewed(caller, has));
  return { message: 'Password changed' };
};

/** The session of a user who chose a new password; counts as confirmed unless they have a second factor. */
const renewed = ({ user, remember, byProvider }: Caller, has: readonly Factor[]): SignedIn => ({
  userId: user.id,
  remember,
  by: byProvider ? 'single_sign_on' : 'password',
  ...(has.length > 0 && { confirmedAt: null }),
});

function notRight() {
  const message = 'The current password is incorrect';
  return refuse(400, message, {
    code: 'wrong_password',
    errors: { currentPassword: message },
    notable: 'wrong password',
  });
}

/** Sets a password and ends the user's sessions and links. False, without effect, when `before` is given and no longer current. */
async function setPassword(tx: Tx, id: number, password: string, before?: string | null): Promise<boolean> {
  const own = all(sql`id = ${id}`, before ? sql`password = ${before}` : undefined);
  const set = await run(
    tx,
    sql`update users set password = ${password}, updated_at = clock_timestamp() where ${own}`,
  );
  if (set === 0) return false;
  await run(tx, sql`delete from sessions where user_id = ${id}`);
  await run(
    tx,
    sql`update one_time_tokens set used_at = clock_timestamp() where user_id = ${id} and used_at is null`,
  );
  return true;
}

export const passwordFeatures = { forgotPassword, checkLink, resetPassword, changePassword };
