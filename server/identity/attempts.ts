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
import { KNOWN_BROWSER_DAYS, type KnownBrowser } from './cookies.ts';

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
  const kioskCode = open({ points: failures * 3, seconds: 15 * MINUTE, prefix: 'kiosk-code' });
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
    /** A tablet is to become a kiosk: 429 per address. */
    kioskCode: (address: string) => consume(kioskCode, networkOf(address)),
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

const DAY = 24 * 60 * MINUTE;
/** Failures per address over all emails, in units of one pair's limit: offices share an address. */
const PAIRS_OF_AN_OFFICE = 20;

/** The source of a sign-in: the client's address and browser. */
export type SignInFrom = { address: string; browser: KnownBrowser };

/**
 * Counts failed sign-ins per email and address, per email, and per address over all emails (against one password tried on every account). A
 * browser where the person signed in before has its own count instead, so that no other user of the address can lock them out.
 */
export function signInAttempts(open: (limit: Limit) => Counter, { loginFailures }: Config['limits']) {
  const pair = open({ points: loginFailures, seconds: 15 * MINUTE, prefix: 'login' });
  const email = open({ points: loginFailures * 10, seconds: 10 * MINUTE, prefix: 'email' });
  const network = open({
    points: loginFailures * PAIRS_OF_AN_OFFICE,
    seconds: 15 * MINUTE,
    prefix: 'network',
  });
  const browserFailures = open({ points: loginFailures, seconds: 15 * MINUTE, prefix: 'browser' });
  const delay = growingDelay(open);
  const known = open({ points: 1, seconds: 30 * DAY, prefix: 'known' });
  const knownBrowsers = open({ points: 1, seconds: KNOWN_BROWSER_DAYS * DAY, prefix: 'known-browser' });

  const pairOf = ({ address }: SignInFrom, mail: string) => keyOf(mail, networkOf(address));

  /** The counter key of this browser and email; null when the person never signed in there. */
  async function browserOf({ browser }: SignInFrom, mail: string): Promise<string | null> {
    const key = browser.id && keyOf(mail, browser.id);
    return key && (await knownBrowsers.get(key)) ? key : null;
  }

  /** Above the email's limit, delays attempts from addresses where the person never signed in. */
  async function slowDown(mail: string, who: string): Promise<void> {
    const { consumedPoints } = await email.penalty(mail);
    if (consumedPoints <= email.points || (await known.get(who))) return;
    await delay.slowDown(mail);
  }

  /** Records the person in this browser: they signed in, set up a company or used a link from their mailbox. */
  async function knows({ browser }: SignInFrom, mail: string): Promise<void> {
    await knownBrowsers.set(keyOf(mail, browser.keep()), 1, knownBrowsers.duration);
  }

  return {
    /**
     * Counts an attempt as failed beforehand, so that parallel ones can't pass the limits. 429 above the limit of the address, the pair or
     * the browser. Above the email's limit the right password still works from a known address or browser.
     */
    async logIn(from: SignInFrom, mail: string): Promise<void> {
      const own = await browserOf(from, mail);
      if (own) {
        await consume(browserFailures, own);
        await email.penalty(keyOf(mail));
        return;
      }
      const who = pairOf(from, mail);
      await consume(network, networkOf(from.address));
      await consume(pair, who);
      await slowDown(keyOf(mail), who);
    },
    /** The result was not revealed: uncounts the attempt. */
    async uncount(from: SignInFrom, mail: string): Promise<void> {
      const own = await browserOf(from, mail);
      await (own ? browserFailures.reward(own) : pair.reward(pairOf(from, mail)));
      if (!own) await network.reward(networkOf(from.address));
      await email.reward(keyOf(mail));
    },
    /** Success: resets the pair or browser, and uncounts email and address. */
    async loggedIn(from: SignInFrom, mail: string): Promise<void> {
      const own = await browserOf(from, mail);
      await (own ? browserFailures.delete(own) : pair.delete(pairOf(from, mail)));
      if (!own) await network.reward(networkOf(from.address));
      await email.reward(keyOf(mail));
      await known.set(pairOf(from, mail), 1, known.duration);
      await knows(from, mail);
    },
    knows,
    /** A new password clears the counts against the old one. */
    async forget(from: SignInFrom, mail: string): Promise<void> {
      const own = await browserOf(from, mail);
      if (own) await browserFailures.delete(own);
      await pair.delete(pairOf(from, mail));
      await email.delete(keyOf(mail));
      await delay.forget(keyOf(mail));
    },
  };
}
