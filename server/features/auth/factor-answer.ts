import { and, eq, gt, sql } from 'drizzle-orm';
import type { ConfirmAnswer, SecondFactorAnswer } from '../../../shared/second-factor.ts';
import type { Config } from '../../config.ts';
import { users } from '../../database/schema/people.ts';
import { factorChallenges } from '../../database/schema/second-factors.ts';
import type { Transactions, Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import type { Attempts } from '../../identity/attempts.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Site } from '../../identity/passkey.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { confirmsFactor } from '../../identity/second-factor.ts';
import { callerAgain } from '../../identity/session.ts';

export const NO_PASSKEYS = 'Passkeys cannot be used at this address';

const WRONG = {
  code: 'This code is not right, or was used already. Codes change every 30 seconds.',
  recoveryCode: 'This recovery code is not right, or was used already',
  passkey: 'This passkey was not accepted',
} as const;
const NONE = 'Enter a code';

/** What could be guessed, and is counted; a passkey cannot, so nobody else's guesses keep its owner out. */
export const isCode = ({ code, recoveryCode }: SecondFactorAnswer): boolean =>
  code !== undefined || recoveryCode !== undefined;

/** The refusal of an answer that proves nothing: counted, and noted in the security log. */
export function notRight(answer: SecondFactorAnswer) {
  const field = (['code', 'recoveryCode', 'passkey'] as const).find((name) => answer[name] !== undefined);
  if (!field) return refuse(400, NONE, { errors: { code: NONE } });
  return refuse(400, WRONG[field], { errors: { [field]: WRONG[field] }, notable: 'wrong factor' });
}

/** What a call about one's own factors is made with. */
export type OwnCall = {
  transactions: Transactions;
  attempts: Attempts;
  config: Config;
  caller: Caller | null;
  site: Site | null;
};

/** Who is signed in; refuses with 401 otherwise. */
export function signedIn({ caller }: OwnCall): Caller {
  if (!caller) throw refuse(401, 'Unauthorized');
  return caller;
}

/**
 * Does something to one's own account: the session is read again and the account held, so that of two at once the second sees what the
 * first left. In a system transaction.
 */
export const onOwnAccount = <T>(call: OwnCall, work: (tx: Tx, me: Caller) => Promise<T>): Promise<T> =>
  call.transactions.forSystem(async (tx) => {
    const me = await callerAgain(tx, signedIn(call).sid);
    await tx.select({ id: users.id }).from(users).where(eq(users.id, me.user.id)).for('no key update');
    return work(tx, me);
  });

/** The same once it was said again who that is: by the password, or by a second factor, whose wrong codes are counted. */
export async function confirmed<T>(
  call: OwnCall,
  { currentPassword, ...answer }: ConfirmAnswer,
  work: (tx: Tx, me: Caller) => Promise<T>,
): Promise<T> {
  const { user } = signedIn(call);
  if (currentPassword) {
    const stored = await passwordOf(call, user.id);
    if (!(await checkPassword(stored, currentPassword))) throw wrongPassword();
    return onOwnAccount(call, async (tx, me) => {
      // Another one was chosen while this one was checked.
      if ((await passwordIn(tx, user.id)) !== stored) throw wrongPassword();
      return work(tx, me);
    });
  }
  const act = () =>
    onOwnAccount(call, async (tx, me) => {
      const challenge = await takeChallenge(tx, me.sid);
      const { config, site } = call;
      if (!(await confirmsFactor(tx, user.id, answer, { key: config.secretsKey, site, challenge })))
        throw notRight(answer);
      return work(tx, me);
    });
  return isCode(answer) ? call.attempts.answering(user.id, act) : act();
}

function wrongPassword() {
  const message = 'The current password is incorrect';
  return refuse(400, message, { errors: { currentPassword: message }, notable: 'wrong password' });
}

const passwordOf = ({ transactions }: OwnCall, id: number) =>
  transactions.forSystem((tx) => passwordIn(tx, id));

async function passwordIn(tx: Tx, id: number): Promise<string | null> {
  const [stored] = await tx.select({ password: users.password }).from(users).where(eq(users.id, id));
  return stored?.password ?? null;
}

/** What a passkey of this session was asked to sign; it is asked once. */
async function takeChallenge(tx: Tx, sid: string): Promise<string | null> {
  const [taken] = await tx
    .delete(factorChallenges)
    .where(
      and(
        eq(factorChallenges.sid, sid),
        eq(factorChallenges.purpose, 'confirm'),
        gt(factorChallenges.expiresAt, sql`clock_timestamp()`),
      ),
    )
    .returning({ challenge: factorChallenges.challenge });
  return taken?.challenge ?? null;
}
