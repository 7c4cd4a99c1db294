import type { FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import { sidOfToken } from '../database/caller.ts';
import { refuse } from '../refusal.ts';
import { hashOfToken } from './token.ts';

const BEARER = /^bearer(?: +(\S*))? *$/i;

/** The lookup key of a request's API token, or null. 400 for a token together with a session cookie. Other schemes belong to a proxy. */
export function bearerOf(request: FastifyRequest, cookieName: string): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return null;
  if (request.cookies[cookieName] !== undefined) throw refuse(400, REFUSALS.cookieAndToken);
  return sidOfToken(hashOfToken(BEARER.exec(authorization)?.[1] ?? ''));
}
