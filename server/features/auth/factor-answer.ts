import type { Factor, SecondFactorAnswer } from '../../../shared/second-factor.ts';
import type { User } from '../../../shared/user.ts';
import { memberOf } from '../../database/caller.ts';
import type { Tx } from '../../database/transactions.ts';
import type { Attempts } from '../../identity/attempts.ts';
import { type Asked, confirmsFactor } from '../../identity/second-factor.ts';
import { queueOwnLetter } from '../../mail/queue.ts';
import { refuse } from '../../refusal.ts';
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
  { did, ...asked }: Asked & { did: string },
): Promise<Factor> {
  const used = await confirmsFactor(tx, user.id, answer, asked);
  if (!used) throw notRight(answer);
  if (used !== 'recovery') return used;
  await queueOwnLetter(tx, {
    kind: 'recovery_code_used',
    userId: user.id,
    email: user.email,
    lane: user.companyId,
  });
  await noteOfAccount(tx, memberOf(user), {
    action: 'recovery_code_used',
    did: `${did} with a recovery code`,
  });
  return used;
}

function notRight(answer: SecondFactorAnswer) {
  const field = (['code', 'recoveryCode', 'passkey'] as const).find((name) => answer[name] !== undefined);
  if (!field) return refuse(400, NONE, { errors: { code: NONE } });
  return refuse(400, WRONG[field], { errors: { [field]: WRONG[field] }, notable: 'wrong factor' });
}
