import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { Refusal } from '../refusal.ts';
import { type Counter, consume, countHere, keyOf, networkOf, openCounters } from './attempt-counter.ts';
import { factorAttempts } from './factor-attempts.ts';
import { type SignInFrom, signInAttempts } from './sign-in-attempts.ts';

const MINUTE = 60;

/** Does work that counts as one try before it begins; the try is given back unless the work was refused for that reason. */
async function counted<T>(
  counter: Counter,
  key: string,
  reason: Refusal['notable'],
  work: () => Promise<T>,
): Promise<T> {
  await consume(counter, key);
  let wrong = false;
  try {
    return await work();
  } catch (error) {
    wrong = error instanceof Refusal && error.notable === reason;
    throw error;
  } finally {
    // What cannot be given back costs a try, never what was done.
    if (!wrong) await counter.reward(key).catch(() => undefined);
  }
}

/** What may be tried only so often: each of these refuses with 429 what is too much. */
export function countAttempts(transactions: Transactions, limits: Config['limits']) {
  const open = openCounters(transactions);
  const { logIn, untold, loggedIn, knows, forget } = signInAttempts(open, limits);
  const { loginFailures: failures } = limits;
  const guess = open({ points: failures, seconds: 15 * MINUTE, prefix: 'guess' });
  const emailGuess = open({ points: failures, seconds: 60 * MINUTE, prefix: 'email-guess' });
  const signOn = open({ points: failures * 12, seconds: MINUTE, prefix: 'sign-on' });
  const link = open({ points: failures * 3, seconds: 15 * MINUTE, prefix: 'link' });
  const forgot = open({ points: failures * 2, seconds: 15 * MINUTE, prefix: 'forgot' });
  const letter = open({ points: Math.ceil(failures * 0.3), seconds: 60 * MINUTE, prefix: 'letter' });
  const scan = open({ points: failures * 6, seconds: 15 * MINUTE, prefix: 'scan' });
  const found = open({ points: failures, seconds: 60 * MINUTE, prefix: 'found' });
  const foundHere = open({ points: Math.ceil(failures * 0.5), seconds: 60 * MINUTE, prefix: 'found-here' });
  const foundOf = open({ points: failures * 6, seconds: 60 * MINUTE, prefix: 'found-of' });
  const setup = open({ points: limits.setupsPerHour, seconds: 60 * MINUTE, prefix: 'setup' });
  const written = countHere({ points: limits.writesPerMinute, seconds: MINUTE });
  const called = countHere({ points: limits.tokenCallsPerMinute, seconds: MINUTE });
  const exported = open({ points: limits.exportsPerMinute, seconds: MINUTE, prefix: 'export' });

  return {
    logIn,
    untold,
    loggedIn,
    knows,
    ...factorAttempts(open, limits),
    /**
     * Work that looks at a password which somebody in an open session told again. It counts as a wrong guess before it begins, so that
     * many at once are no way past the limit, and is given back unless it was one.
     */
    guessing: <T>(userId: number, work: () => Promise<T>): Promise<T> =>
      counted(guess, String(userId), 'wrong password', work),
    /**
     * Work that gives an account of a company an email. That the email has an account already, here or elsewhere, is answered this often:
     * counted in the same way, for the whole company.
     */
    guessingEmail: <T>(companyId: number, work: () => Promise<T>): Promise<T> =>
      counted(emailGuess, String(companyId), 'taken email', work),
    /** A new password: what was counted against the old one no longer matters, neither at sign-in nor in a session. */
    async cleared(from: SignInFrom, mail: string, userId: number): Promise<void> {
      await forget(from, mail);
      await guess.delete(String(userId));
    },
    /** A link is tried: 256 random bits are not guessed, but each try costs the server work. */
    link: (address: string) => consume(link, networkOf(address)),
    /**
     * Somebody asks for a reset link. 429 for an address that asks too often; whether another letter may go to this email, known or not,
     * is answered and never told.
     */
    async forgot(address: string, mail: string): Promise<boolean> {
      await consume(forgot, networkOf(address));
      const { consumedPoints } = await letter.penalty(keyOf(mail));
      return consumedPoints <= letter.points;
    },
    /** A code is looked up by a finder: throws 429 past the limit of the address, which is for codes that are not in use alone. */
    scan: (address: string) => consume(scan, networkOf(address)),
    /** A finder reports found keys: 429 past the limit of the code from one address, or from all addresses. */
    async found(address: string, code: string): Promise<void> {
      await consume(foundHere, keyOf(code, networkOf(address)));
      await consume(foundOf, keyOf(code));
    },
    /** A finder reported a code that is not in use: 429 past the limit of the address. */
    foundNothing: (address: string) => consume(found, networkOf(address)),
    /** Each return from the identity provider makes the server call it: an address may not make it do so without end. */
    signOn: (address: string) => consume(signOn, networkOf(address)),
    setUp: (address: string) => consume(setup, networkOf(address)),
    /** A call of an API token, whatever becomes of it. */
    async tokenCalled(tokenId: number): Promise<void> {
      await consume(called, String(tokenId), { message: REFUSALS.tooManyCalls });
    },
    /** `person` is whoever calls: somebody, or an API token of theirs. */
    wrote: (person: string) => consume(written, person),
    exported: (person: string) => consume(exported, person),
  };
}

export type Attempts = ReturnType<typeof countAttempts>;
