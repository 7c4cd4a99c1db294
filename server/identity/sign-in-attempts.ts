import type { Config } from '../config.ts';
import { type Counter, consume, keyOf, type Limit, networkOf } from './attempt-counter.ts';
import { growingDelay } from './growing-delay.ts';
import { KNOWN_BROWSER_DAYS, type KnownBrowser } from './known-browser.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Failures of one address, whatever the email, in units of what one pair may fail: offices share an address. */
const PAIRS_OF_AN_OFFICE = 20;

/** The source of a sign-in: the client's address, and the browser. */
export type SignInFrom = { address: string; browser: KnownBrowser };

/**
 * Failed sign-ins per pair of email and address and per email, and per address over all emails, so that nobody tries
 * one password on every account. A browser in which that person signed in before has a count of its own in place of those of its address, so
 * that no other user of the address can lock them out.
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

  /** By what the failures of this browser at this email are counted; null when that person never signed in there. */
  async function browserOf({ browser }: SignInFrom, mail: string): Promise<string | null> {
    const key = browser.id && keyOf(mail, browser.id);
    return key && (await knownBrowsers.get(key)) ? key : null;
  }

  /** Slows down the tries of one email from addresses that this person never signed in from. */
  async function slowDown(mail: string, who: string): Promise<void> {
    const { consumedPoints } = await email.penalty(mail);
    if (consumedPoints <= email.points || (await known.get(who))) return;
    await delay.slowDown(mail);
  }

  /** That person is in this browser: they signed in, set up a company or used a link from their mailbox. */
  async function knows({ browser }: SignInFrom, mail: string): Promise<void> {
    await knownBrowsers.set(keyOf(mail, browser.keep()), 1, knownBrowsers.duration);
  }

  return {
    /**
     * Counts a try as failed before it is made, so that many at once are no way past the limits. Refuses with 429 when this address or
     * this pair has failed too often, or this browser. When this email has from everywhere, the right password still always works from an
     * address or a browser where this person signed in before.
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
    /** Nobody learned whether the try was right: it is given back. */
    async untold(from: SignInFrom, mail: string): Promise<void> {
      const own = await browserOf(from, mail);
      await (own ? browserFailures.reward(own) : pair.reward(pairOf(from, mail)));
      if (!own) await network.reward(networkOf(from.address));
      await email.reward(keyOf(mail));
    },
    /** The try was right: the pair or the browser starts anew, and what was counted against email and address is given back. */
    async loggedIn(from: SignInFrom, mail: string): Promise<void> {
      const own = await browserOf(from, mail);
      await (own ? browserFailures.delete(own) : pair.delete(pairOf(from, mail)));
      if (!own) await network.reward(networkOf(from.address));
      await email.reward(keyOf(mail));
      await known.set(pairOf(from, mail), 1, known.duration);
      await knows(from, mail);
    },
    knows,
    /** A new password: what was counted against the old one no longer matters. */
    async forget(from: SignInFrom, mail: string): Promise<void> {
      const own = await browserOf(from, mail);
      if (own) await browserFailures.delete(own);
      await pair.delete(pairOf(from, mail));
      await email.delete(keyOf(mail));
      await delay.forget(keyOf(mail));
    },
  };
}
