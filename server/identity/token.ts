import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import { sidOfToken } from '../database/caller.ts';
import type { Transactions } from '../database/transactions.ts';
import { refuse } from '../refusal.ts';

/** A random secret of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a random secret: SHA-256 in hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The address of a one-time link, always on the configured host. */
export const linkOf = ({ linkBase }: Config, token: string): string =>
  new URL(`/auth/reset-password/${token}`, linkBase).href;

const BEARER = /^bearer(?: +(\S*))? *$/i;
const MINUTE_MS = 60_000;

/** The lookup key of a request's API token, or null. 400 for a token together with a session cookie. Other schemes belong to a proxy. */
export function bearerOf(request: FastifyRequest, cookieName: string): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return null;
  if (request.cookies[cookieName] !== undefined)
    throw refuse(400, REFUSALS.cookieAndToken, { code: 'cookie_and_token' });
  return sidOfToken(hashOfToken(BEARER.exec(authorization)?.[1] ?? ''));
}

/** Records a token's last use, at most once a minute over all servers, without delaying or failing the call. */
export function openTokenUse({ statement }: Transactions) {
  const noted = new Map<number, number>();
  return (tokenId: number): void => {
    const now = performance.now();
    if (now - (noted.get(tokenId) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    noted.set(tokenId, now);
    statement(
      `update api_tokens set last_used_at = clock_timestamp()
       where id = $1 and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`,
      [tokenId],
    ).catch(() => noted.delete(tokenId));
  };
}
