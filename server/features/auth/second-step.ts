import { row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { type HalfSignIn, tooLate } from '../../identity/half-sign-in.ts';
import { askFor, passkeysOf } from '../../identity/passkey.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { type UserRow, userFields, userOf } from './auth.ts';
import { answering, checkFactor, NO_PASSKEYS } from './factor-answer.ts';

/** A one-time passkey challenge for the second step. */
const beginPasskeySignIn: PreCompanyFeature<'beginPasskeySignIn'> = async ({ transactions, half, site }) => {
  const known = await transactions.forSystem(async (tx) => {
    const { userId } = await half.of(tx);
    return passkeysOf(tx, userId);
  });
  if (!site || known.length === 0) throw refuse(409, NO_PASSKEYS);
  const options = await askFor(site, known);
  await transactions.forSystem((tx) => half.ask(tx, options.challenge));
  return { ...options };
};

/**
 * The second step: ends the half sign-in and begins the session atomically. Starts over when the user was deactivated or their password or
 * factors changed.
 */
const answerSecondFactor: PreCompanyFeature<'answerSecondFactor'> = async (call) => {
  const { transactions, attempts, body, half, config, site, startSession } = call;
  const { begun, companyId } = await transactions.forSystem(async (tx) => {
    const begun = await half.of(tx);
    return { begun, ...(await companyIn(tx, begun)) };
  });
  call.concerns({ userId: begun.userId, companyId });
  const made: { user?: UserRow } = {};
  const answer = () =>
    startSession({ userId: begun.userId, remember: begun.remember, by: 'password' }, async (tx) => {
      const taken = await half.take(tx);
      made.user = await personOf(tx, taken);
      const { challenge } = taken;
      const asked = { key: config.secretsKey, site, challenge, did: 'signed in' };
      await checkFactor(tx, userOf(made.user), body, asked);
    });
  await answering(attempts, begun.userId, body, answer);
  if (!made.user) throw tooLate();
  half.forget();
  await attempts.loggedIn(call, made.user.email);
  return { user: userOf(made.user) };
};

/** The company of the half sign-in, for logs. */
async function companyIn(tx: Tx, { userId }: HalfSignIn): Promise<{ companyId: number | null }> {
  const found = await row(
    tx,
    sql<{ companyId: number | null }>`select company_id as "companyId" from users where id = ${userId}`,
  );
  if (!found) throw tooLate();
  return found;
}

/** The user of the half sign-in, locked until the session begins. */
async function personOf(tx: Tx, { userId }: HalfSignIn): Promise<UserRow> {
  const found = await row(
    tx,
    sql<{
      user: UserRow;
      companyActive: boolean | null;
    }>`select ${userFields('user')}, c.is_active as "companyActive"
      from users left join companies c on c.id = users.company_id where users.id = ${userId} for share of users`,
  );
  if (!found?.user.isActive || found.companyActive === false) throw tooLate();
  return found.user;
}

export const secondStepFeatures = { beginPasskeySignIn, answerSecondFactor };
