import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOfToken, newToken } from './token.ts';

const DAY_SECONDS = 86_400;
/** How long a browser is known after a sign-in. */
export const KNOWN_BROWSER_DAYS = 180;
const TOKEN = /^[\w-]{43}$/;

/**
 * The cookie by which a browser that signed in before has a count of failures of its own (docs/decisions/0066-counting-attempts.md). It opens
 * nothing. `id` is what attempts are counted by, null without the cookie; `keep` answers it and makes the browser keep the cookie.
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
