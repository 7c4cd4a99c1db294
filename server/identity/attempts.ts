import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import type { Transactions } from '../database/transactions.ts';
import { Refusal } from '../refusal.ts';
import {
  type Counter,
  consume,
  countHere,
  growingDelay,
  keyOf,
  type Limit,
  networkOf,
  openCounters,
  type Quota,
} from './attempt-counter.ts';
import { type SignInFrom, signInAttempts } from './sign-in-attempts.ts';

const MINUTE = 60;

/** Receives the state of a named limit, for the RateLimit headers. */
type Note = (policy: 'calls' | 'writes' | 'exports') => (quota: Quota) => void;

/** Does the work of an attempt that was counted before, and uncounts it unless the work was refused for `reason`. */
async function counted<T>(
  counter: Counter,
  key: string,
  reason: Refusal['notable'],
  work: () => Promise<T>,
): Promise<T> {
  let wrong = false;
  try {
    return await work();
  } catch (error) {
    wrong = error instanceof Refusal && error.notable === reason;
    throw error;
  } finally {
    // A failed uncount costs one attempt, never the work.
    if (!wrong) await counter.reward(key).catch(() => undefined);
  }
}

/** Wrong codes of one account, at sign-in or in a session. */
function factorAttempts(open: (limit: Limit) => Counter, { loginFailures }: Config['limits']) {
  const codes = open({ points: loginFailures, seconds: 15 * MINUTE, prefix: 'factor' });
  const delay = growingDelay(open, 'factor-');
  return {
    /**
     * Checks a code. Counted as wrong before the check, so that parallel attempts can't pass the limit, and uncounted when right. Above the
     * limit each attempt waits, with the right code too.
     */
    async answering<T>(userId: number, work: () => Promise<T>): Promise<T> {
      const key = String(userId);
      const { consumedPoints } = await codes.penalty(key);
      if (consumedPoints > codes.points) await delay.slowDown(key);
      return counted(codes, key, 'wrong factor', work);
    },
    /** A new app clears the counts against the former one. */
    async factorsForgotten(userId: number): Promise<void> {
      await codes.delete(String(userId));
      await delay.forget(String(userId));
    },
  };
}

/** Rate limits: each throws 429 above its limit. */
export function countAttempts(transactions: Transactions, limits: Config['limits']) {
  const open = openCounters(transactions);
  const { logIn, uncount, loggedIn, knows, forget } = signInAttempts(open, limits);
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
    uncount,
    loggedIn,
    knows,
    ...factorAttempts(open, limits),
    /**
     * A password entered again in a session. Counted as wrong before the work, so that parallel attempts can't pass the limit, and
     * uncounted when right.
     */
    async guessing<T>(userId: number, work: () => Promise<T>): Promise<T> {
      await consume(guess, String(userId));
      return counted(guess, String(userId), 'wrong password', work);
    },
    /** Setting an email. Whether it already has an account is revealed only this often, per company. */
    async guessingEmail<T>(companyId: number, work: () => Promise<T>): Promise<T> {
      await consume(emailGuess, String(companyId));
      return counted(emailGuess, String(companyId), 'taken email', work);
    },
    /** A new password clears the counts against the old one, at sign-in and in sessions. */
    async cleared(from: SignInFrom, mail: string, userId: number): Promise<void> {
      await forget(from, mail);
      await guess.delete(String(userId));
    },
    /** 256 random bits can't be guessed, but each attempt costs the server work. */
    link: (address: string) => consume(link, networkOf(address)),
    /**
     * A reset link is requested. 429 per address; returns whether the email may receive another letter, which the response never reveals.
     */
    async forgot(address: string, mail: string): Promise<boolean> {
      await consume(forgot, networkOf(address));
      const { consumedPoints } = await letter.penalty(keyOf(mail));
      return consumedPoints <= letter.points;
    },
    /** A finder looks up a code: 429 per address, for unused codes only. */
    scan: (address: string) => consume(scan, networkOf(address)),
    /** A finder reports keys: 429 per code and address, and per code. */
    async found(address: string, code: string): Promise<void> {
      await consume(foundHere, keyOf(code, networkOf(address)));
      await consume(foundOf, keyOf(code));
    },
    /** A finder reports an unused code: 429 per address. */
    foundNothing: (address: string) => consume(found, networkOf(address)),
    /** Each return from the identity provider makes the server call it: limited per address. */
    signOn: (address: string) => consume(signOn, networkOf(address)),
    setUp: (address: string) => consume(setup, networkOf(address)),
    /** Counts a call of an API token, successful or not. */
    tokenCalled: (tokenId: number, note: Note) =>
      consume(called, String(tokenId), { message: REFUSALS.tooManyCalls, note: note('calls') }),
    /** `person` is a user or an API token. */
    wrote: (person: string, note: Note) => consume(written, person, { note: note('writes') }),
    exported: (person: string, note: Note) => consume(exported, person, { note: note('exports') }),
  };
}

export type Attempts = ReturnType<typeof countAttempts>;
