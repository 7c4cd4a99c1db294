import type { Config } from '../config.ts';
import { type Counter, consume, growingDelay, keyOf, type Limit, networkOf } from './attempt-counter.ts';
import { KNOWN_BROWSER_DAYS, type KnownBrowser } from './cookies.ts';

const MINUTE = 60;
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
