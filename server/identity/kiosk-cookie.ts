import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, sidOfKiosk } from '../database/caller.ts';
import type { Transactions } from '../database/transactions.ts';
import { hashOfToken, newToken } from './token.ts';

const DAY_SECONDS = 86_400;
/** Browsers keep no cookie longer; each reading of the kiosk's state renews it. */
const COOKIE_DAYS = 400;
const SECRET = /^[\w-]{43}$/;

/**
 * The cookie of a tablet that is a kiosk. The pipeline reads it for the calls of a kiosk, and for a sign-in, which it then refuses
 * (decision 0081).
 */
export function kioskCookieOf(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const name = secure ? '__Secure-kiosk' : 'kiosk';
  const base = { path: '/api', httpOnly: true, sameSite: 'strict', secure } as const;
  const sent = request.cookies[name];
  const secret = sent !== undefined && SECRET.test(sent) ? sent : null;
  const put = (value: string) => reply.setCookie(name, value, { ...base, maxAge: COOKIE_DAYS * DAY_SECONDS });
  return {
    /** The kiosk's counterpart of the session id; null without the cookie. */
    sid: secret && sidOfKiosk(hashOfToken(secret)),
    /** A secret for this tablet, whose hash is stored. */
    make: () => {
      const made = newToken();
      return { hash: hashOfToken(made), sid: sidOfKiosk(hashOfToken(made)), put: () => put(made) };
    },
    renew: () => secret && put(secret),
    forget: () => reply.clearCookie(name, base),
  };
}

export type KioskCookie = ReturnType<typeof kioskCookieOf>;

const MINUTE_MS = 60_000;
const heard = new Map<number, number>();

/** Records that a kiosk called, at most once a minute, without delaying or failing the call. */
export function hearKiosk({ statement }: Transactions, { kiosk, user }: Caller): void {
  const id = kiosk?.id ?? 0;
  const now = performance.now();
  if (now - (heard.get(id) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
  heard.set(id, now);
  statement(
    'update kiosk_turns set last_heard_at = clock_timestamp() where company_id = $1 and kiosk_id = $2',
    [user.companyId, id],
  ).catch(() => heard.delete(id));
}
