import type { Config } from '../config.ts';
import { type Counter, consume, keyOf, type Limit, networkOf } from './attempt-counter.ts';
import { growingDelay } from './growing-delay.ts';

const MINUTE = 60;
/** Failures of one address, whatever the email, in units of what one pair may fail: offices share an address. */
const PAIRS_OF_AN_OFFICE = 20;

/**
 * Failed sign-ins per pair of email and address and per email, and per address over all emails, so that nobody tries
 * one password on everybody.
 */
export function signInAttempts(open: (limit: Limit) => Counter, { loginFailures }: Config['limits']) {
  const pair = open({ points: loginFailures, seconds: 15 * MINUTE, prefix: 'login' });
  const email = open({ points: loginFailures * 10, seconds: 10 * MINUTE, prefix: 'email' });
  const network = open({
    points: loginFailures * PAIRS_OF_AN_OFFICE,
    seconds: 15 * MINUTE,
    prefix: 'network',
  });
  const delay = growingDelay(open);
  const known = open({ points: 1, seconds: 30 * 24 * 60 * MINUTE, prefix: 'known' });

  /** Slows down the tries of one email from addresses that this person never signed in from. */
  async function slowDown(mail: string, who: string): Promise<void> {
    const { consumedPoints } = await email.penalty(mail);
    if (consumedPoints <= email.points || (await known.get(who))) return;
    await delay.slowDown(mail);
  }

  return {
    /**
     * Counts a try as failed before it is made, so that many at once are no way past the limits. Refuses with 429 when this address or
     * this pair has failed too often. When this email has from everywhere, the right password still always works from an address
     * where this person signed in before.
     */
    async logIn(address: string, mail: string): Promise<void> {
      const who = keyOf(mail, networkOf(address));
      await consume(network, networkOf(address));
      await consume(pair, who);
      await slowDown(keyOf(mail), who);
    },
    /** Nobody learned whether the try was right: it is given back. */
    async untold(address: string, mail: string): Promise<void> {
      await pair.reward(keyOf(mail, networkOf(address)));
      await network.reward(networkOf(address));
      await email.reward(keyOf(mail));
    },
    /** The try was right: the pair starts anew, and what was counted against email and address is given back. */
    async loggedIn(address: string, mail: string): Promise<void> {
      const who = keyOf(mail, networkOf(address));
      await pair.delete(who);
      await network.reward(networkOf(address));
      await email.reward(keyOf(mail));
      await known.set(who, 1, known.duration);
    },
    /** A new password: what was counted against the old one no longer matters. */
    async forget(address: string, mail: string): Promise<void> {
      await pair.delete(keyOf(mail, networkOf(address)));
      await email.delete(keyOf(mail));
      await delay.forget(keyOf(mail));
    },
  };
}
