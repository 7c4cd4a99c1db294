import type { PreCompanyCallName, ReplyOf } from '../../shared/api.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../database/caller.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import type { Attempts } from '../identity/attempts.ts';
import type { HalfSignInCookie, KnownBrowser, SignedIn } from '../identity/cookies.ts';
import type { KioskCookie } from '../identity/kiosk-cookie.ts';
import type { Site } from '../identity/passkey.ts';
import type { Input } from './feature.ts';

/** A call before a company is known; may start and end sessions. `address` is the client's, for rate limits. */
export type PreCompanyFeature<N extends PreCompanyCallName> = (
  call: Input<N> & {
    transactions: Transactions;
    config: Config;
    attempts: Attempts;
    caller: Caller | null;
    address: string;
    /** The browser, for counting attempts of users who signed in there before. */
    browser: KnownBrowser;
    /** Names the account for the security log, when the session does not. */
    concerns(account: { userId: number; companyId: number | null } | null): void;
    /** `stillGood` runs in the same transaction and refuses when the basis of the session has changed. */
    startSession(signedIn: SignedIn, stillGood?: (tx: Tx) => Promise<void>): Promise<void>;
    endSession(): Promise<void>;
    /** The cookie of a tablet that is a kiosk, or becomes one. */
    tablet: KioskCookie;
    /** The browser's pending half sign-in. */
    half: HalfSignInCookie;
    /** The relying party of passkeys; null where impossible. */
    site: Site | null;
  },
) => Promise<ReplyOf<N>>;
