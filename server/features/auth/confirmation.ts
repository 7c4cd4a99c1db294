import { eq } from 'drizzle-orm';
import { users } from '../../database/schema/people.ts';
import { refuse } from '../../http/refusal.ts';
import { confirmSession, waysOf } from '../../identity/confirmation.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import type { PreCompanyFeature } from '../feature.ts';

const getConfirmation: PreCompanyFeature<'getConfirmation'> = async ({ caller, transactions, config }) => {
  if (!caller) throw refuse(401, 'Unauthorized');
  const { confirmed, user } = caller;
  return { confirmed, ways: await transactions.forSystem((tx) => waysOf(tx, user.id, config)) };
};

/** Somebody signed in tells their password again. What is wrong counts as a guess at it (http/calls.ts). */
const confirmIdentity: PreCompanyFeature<'confirmIdentity'> = async ({ caller, transactions, body }) => {
  if (!caller) throw refuse(401, 'Unauthorized');
  const { user, sid } = caller;
  const [stored] = await transactions.forSystem((tx) =>
    tx.select({ password: users.password }).from(users).where(eq(users.id, user.id)),
  );
  if (!(await checkPassword(stored?.password ?? null, body.password ?? ''))) throw notRight();
  // A password that was changed meanwhile has ended the session.
  await transactions.forSystem((tx) => confirmSession(tx, sid));
  return { message: 'Confirmed' };
};

function notRight() {
  const message = 'The password is incorrect';
  return refuse(400, message, { errors: { password: message }, notable: 'wrong password' });
}

export const confirmationFeatures = { getConfirmation, confirmIdentity };
