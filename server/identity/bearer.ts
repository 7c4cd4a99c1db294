import type { FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import { sidOfToken } from '../database/caller.ts';
import { refuse } from '../refusal.ts';
import { hashOfToken } from './token.ts';

const BEARER = /^bearer(?: +(\S*))? *$/i;

/**
 * The token of a request that has one, by the id under which it is looked up; null when a person calls. Refuses with 400 a request that
 * comes with a session too: who acts must never be in doubt. Other schemes are a proxy's, and none of ours.
 */
export function bearerOf(request: FastifyRequest, cookieName: string): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return null;
  if (request.cookies[cookieName] !== undefined) throw refuse(400, REFUSALS.cookieAndToken);
  return sidOfToken(hashOfToken(BEARER.exec(authorization)?.[1] ?? ''));
}
