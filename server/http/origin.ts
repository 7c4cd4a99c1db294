import type { FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import { refuse } from '../refusal.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what a page of another site makes a browser send: an unsafe method with a foreign Origin or a
 * Sec-Fetch-Site that is neither same-origin nor none. A client that sends neither header is no browser and is let through.
 * Where PUBLIC_URL is set it alone is the server's own origin; the Host that was sent says nothing then.
 */
export function checkOrigin(request: FastifyRequest, { publicUrl }: Config): void {
  if (SAFE.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin, host } = request.headers;
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && origin === undefined) return;
  const from = origin && URL.canParse(origin) ? new URL(origin) : null;
  if (site === undefined && from && (publicUrl ? from.origin === publicUrl.origin : from.host === host))
    return;
  throw refuse(403, REFUSALS.foreignOrigin);
}
