import type { FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import { refuse } from '../refusal.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects cross-site requests: an unsafe method with a foreign Origin, or a Sec-Fetch-Site other than same-origin or none. Clients that
 * send neither header are no browsers and pass. With PUBLIC_URL that alone is the server's origin; the Host header is ignored.
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
