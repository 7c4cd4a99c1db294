import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOfToken, newToken } from './token.ts';

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
