import { eq } from 'drizzle-orm';
import { companies, users } from '../../database/schema/people.ts';
import type { Tx } from '../../database/transactions.ts';
import { type HalfSignIn, tooLate } from '../../identity/half-sign-in.ts';
import { askFor, passkeysOf } from '../../identity/passkey.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../feature.ts';
import { type UserRow, userColumns, userOf } from './auth.ts';
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
  const [found] = await tx.select({ companyId: users.companyId }).from(users).where(eq(users.id, userId));
  if (!found) throw tooLate();
  return found;
}

/** The user of the half sign-in, locked until the session begins. */
async function personOf(tx: Tx, { userId }: HalfSignIn): Promise<UserRow> {
  const [found] = await tx
    .select({ user: userColumns, companyActive: companies.isActive })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId))
    .for('share', { of: users });
  if (!found?.user.isActive || found.companyActive === false) throw tooLate();
  return found.user;
}

export const secondStepFeatures = { beginPasskeySignIn, answerSecondFactor };
