import type { FastifyReply, FastifyRequest } from 'fastify';
import { HALF_SIGN_IN_MINUTES } from '../../shared/second-factor.ts';
import type { SignedInBy } from '../../shared/session.ts';
import { halfSignIns } from '../database/schema/accounts.ts';
import { columns, insert, row, run, sql } from '../database/sql.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';
import { type cookieOf, endSession, startSession } from './session.ts';
import { hashOfToken, newToken } from './token.ts';

export type SessionCookie = ReturnType<typeof cookieOf>;

/**
 * Who signed in and how; 'as before' continues the request's session. `confirmedAt`: when they confirmed their identity, null for not at
 * all, by default now.
 */
export type SignedIn = {
  userId: number;
  remember: boolean;
  by: SignedInBy | 'as before';
  confirmedAt?: Date | null | undefined;
};

/** Starts and ends the session of a request. A new session always ends the old one. */
export function sessionOf(
  request: FastifyRequest,
  reply: FastifyReply,
  transactions: Transactions,
  cookie: SessionCookie,
) {
  const old = request.cookies[cookie.name];
  return {
    /** `stillGood` runs in the same transaction and refuses when the basis of the session has changed. */
    async startSession(
      { userId, remember, by, confirmedAt }: SignedIn,
      stillGood?: (tx: Tx) => Promise<void>,
    ) {
      const device = deviceOf(request.headers['user-agent']);
      const about = { userId, remember, device, address: request.ip };
      const token = await transactions.forSystem(async (tx) => {
        await stillGood?.(tx);
        const before = (old && (await endSession(tx, old))) || { signedInBy: null, confirmedAt: null };
        return startSession(tx, {
          ...about,
          ...(by === 'as before' ? before : { signedInBy: by, confirmedAt }),
        });
      });
      reply.setCookie(cookie.name, token, cookie.lasting(remember));
      request.began = userId;
    },
    async endSession() {
      if (old) await transactions.forSystem((tx) => endSession(tx, old));
      reply.clearCookie(cookie.name, cookie.base);
    },
  };
}

/** The first match counts: most browsers also name their ancestors. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];
/** Longer than browsers send. */
const LONGEST = 1000;

const named = (text: string, names: [RegExp, string][]) => names.find(([sign]) => sign.test(text))?.[1];

/** The device of a User-Agent ("Firefox on Windows"), for its owner to recognise, without version. Null when unknown. */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, LONGEST) ?? '';
  const [browser, system] = [named(text, BROWSERS), named(text, SYSTEMS)];
  if (!system) return browser ?? null;
  return `${browser ?? 'Browser'} on ${system}`;
}

/** A sign-in that waits for its second factor. No call accepts it as a session. */
export type HalfSignIn = { userId: number; remember: boolean; challenge: string | null };

const FIELDS = columns(halfSignIns);

export const tooLate = () =>
  refuse(401, 'Your sign-in took too long. Enter your password again.', { code: 'half_sign_in_ended' });

const halfCookieOf = (secure: boolean) => ({
  name: secure ? '__Host-half' : 'half',
  base: { path: '/', httpOnly: true, sameSite: 'strict', secure } as const,
});

/** Begins, reads and ends the half sign-in of the browser's cookie. */
export function halfSignInOf(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const { name, base } = halfCookieOf(secure);
  const token = request.cookies[name];
  const own = sql`token_hash = ${hashOfToken(token ?? '')} and expires_at > clock_timestamp()`;
  return {
    /** Replaces the browser's former one. In a system transaction. */
    async begin(tx: Tx, userId: number, remember: boolean): Promise<void> {
      const made = newToken();
      if (token) await run(tx, sql`delete from half_sign_ins where ${own}`);
      const expiresAt = sql`clock_timestamp() + make_interval(mins => ${HALF_SIGN_IN_MINUTES})`;
      await run(tx, insert(halfSignIns, { tokenHash: hashOfToken(made), userId, remember, expiresAt }));
      reply.setCookie(name, made, { ...base, maxAge: HALF_SIGN_IN_MINUTES * 60 });
    },
    /** The pending sign-in; 401 when it is missing or expired. */
    async of(tx: Tx): Promise<HalfSignIn> {
      const found =
        token && (await row(tx, sql<HalfSignIn>`select ${FIELDS} from half_sign_ins where ${own}`));
      if (!found) throw tooLate();
      return found;
    },
    /** Stores a passkey challenge. */
    async ask(tx: Tx, challenge: string): Promise<void> {
      await run(tx, sql`update half_sign_ins set challenge = ${challenge} where ${own}`);
    },
    /** Ends and returns it: of parallel requests only the first gets it. */
    async take(tx: Tx): Promise<HalfSignIn> {
      const taken =
        token && (await row(tx, sql<HalfSignIn>`delete from half_sign_ins where ${own} returning ${FIELDS}`));
      if (!taken) throw tooLate();
      return taken;
    },
    forget: () => reply.clearCookie(name, base),
  };
}

export type HalfSignInCookie = ReturnType<typeof halfSignInOf>;

const DAY_SECONDS = 86_400;
/** How long a browser is known after a sign-in. */
export const KNOWN_BROWSER_DAYS = 180;
const TOKEN = /^[\w-]{43}$/;

/**
 * The cookie that gives a browser its own count of failures after a sign-in (docs/decisions/0066-counting-attempts.md). It grants nothing.
 * `id` is the counter's key, null without the cookie; `keep` returns it and sets the cookie.
 */
export function knownBrowserOf(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const name = secure ? '__Host-browser' : 'browser';
  const sent = request.cookies[name];
  const known = sent !== undefined && TOKEN.test(sent) ? sent : null;
  return {
    id: known && hashOfToken(known),
    keep(): string {
      const token = known ?? newToken();
      const maxAge = KNOWN_BROWSER_DAYS * DAY_SECONDS;
      reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
      return hashOfToken(token);
    },
  };
}

export type KnownBrowser = ReturnType<typeof knownBrowserOf>;
