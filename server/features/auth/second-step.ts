import type { Factor, SecondFactorAnswer } from '../../../shared/second-factor.ts';
import type { User } from '../../../shared/user.ts';
import { memberOf } from '../../database/caller.ts';
import { row, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Attempts } from '../../identity/attempts.ts';
import { type HalfSignIn, tooLate } from '../../identity/cookies.ts';
import { askFor, passkeysOf } from '../../identity/passkey.ts';
import { confirmsFactor, type FactorCheck } from '../../identity/second-factor.ts';
import { queueOwnLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { type UserRow, userFields, userOf } from './auth.ts';
import { noteOfAccount } from './own-account.ts';

export const NO_PASSKEYS = 'Passkeys cannot be used at this address';

const WRONG = {
  code: 'Incorrect code, or it was already used. Codes change every 30 seconds.',
  recoveryCode: 'Incorrect recovery code, or it was already used',
  passkey: 'This passkey was not accepted',
} as const;
const NONE = 'Enter a code';

/** Checks an answer and counts wrong ones. Passkeys can't be guessed, so guesses of others never lock their owner out. */
export const answering = <T>(
  attempts: Attempts,
  userId: number,
  { code, recoveryCode }: SecondFactorAnswer,
  work: () => Promise<T>,
): Promise<T> => {
  const isCode = code !== undefined || recoveryCode !== undefined;
  return isCode ? attempts.answering(userId, work) : work();
};

/**
 * Checks a second factor, at sign-in or in a session. A used recovery code is reported in the log (`did` names its purpose) and by mail. In
 * a system transaction.
 */
export async function checkFactor(
  tx: Tx,
  user: User,
  answer: SecondFactorAnswer,
  { did, ...check }: FactorCheck & { did: string },
): Promise<Factor> {
  const used = await confirmsFactor(tx, user.id, answer, check);
  if (!used) throw notRight(answer);
  if (used !== 'recovery') return used;
  await queueOwnLetter(tx, 'recovery_code_used', user);
  await noteOfAccount(tx, memberOf(user), {
    action: 'recovery_code_used',
    did: `${did} with a recovery code`,
  });
  return used;
}

function notRight(answer: SecondFactorAnswer) {
  const field = (['code', 'recoveryCode', 'passkey'] as const).find((name) => answer[name] !== undefined);
  if (!field) return refuse(400, NONE, { code: 'wrong_factor', errors: { code: NONE } });
  return refuse(400, WRONG[field], {
    code: 'wrong_factor',
    errors: { [field]: WRONG[field] },
    notable: 'wrong factor',
  });
}

/** A one-time passkey challenge for the second step. */
const beginPasskeySignIn: PreCompanyFeature<'beginPasskeySignIn'> = async ({ transactions, half, site }) => {
  const known = await transactions.forSystem(async (tx) => {
    const { userId } = await half.of(tx);
    return passkeysOf(tx, userId);
  });
  if (!site || known.length === 0) throw refuse(409, NO_PASSKEYS, { code: 'no_passkeys' });
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
      made.user = await userOfHalf(tx, taken);
      const { challenge } = taken;
      const check = { key: config.secretsKey, site, challenge, did: 'signed in' };
      await checkFactor(tx, userOf(made.user), body, check);
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
async function userOfHalf(tx: Tx, { userId }: HalfSignIn): Promise<UserRow> {
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
