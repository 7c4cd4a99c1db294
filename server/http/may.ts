import type { FastifyRequest } from 'fastify';
import type { Call, CallName } from '../../shared/api.ts';
import { TOKEN_RESTING, TOKEN_RESTING_CODE } from '../../shared/api-token.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { meets } from '../../shared/permissions.ts';
import type { Config } from '../config.ts';
import type { Caller, Member } from '../database/caller.ts';
import type { Attempts } from '../identity/attempts.ts';
import { refuse } from '../refusal.ts';

/**
 * Checks session, due second factor, paused token, company and permission, in this order: before any lookup, and again in the transaction.
 */
export function checkMay({ needs, first }: Call, caller: Caller | null): void {
  if (needs === 'nobody') return;
  if (!caller) throw refuse(401, REFUSALS.unauthorized);
  if (caller.factorDue && !first) throw refuse(403, REFUSALS.factorDue, { code: 'factor_due' });
  if (caller.token?.resting)
    throw refuse(403, TOKEN_RESTING[caller.token.resting], { code: TOKEN_RESTING_CODE });
  if (needs === 'session') return;
  if (!caller.member) throw refuse(403, REFUSALS.noCompany);
  if (!meets(needs, caller.member)) throw refuse(403, REFUSALS.forbidden);
}

/** The member that may make this call of a company. */
export function memberWhoMay(entry: Call, caller: Caller): Member {
  checkMay(entry, caller);
  if (!caller.member) throw refuse(403, REFUSALS.noCompany);
  return caller.member;
}

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

/** Limits guesses within a session: at passwords and other confirmations, and at which emails have an account. */
export function guardGuesses<T>(
  attempts: Attempts,
  name: CallName,
  { known, body }: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (!known) return work();
  const { id, companyId } = known.user;
  const givesEmail = (name === 'createUser' || name === 'updateUser') && has(body, 'email');
  const guarded = givesEmail && companyId ? () => attempts.guessingEmail(companyId, work) : work;
  return name === 'confirmIdentity' || has(body, 'currentPassword')
    ? attempts.guessing(id, guarded)
    : guarded();
}

const has = (body: unknown, field: string): boolean =>
  typeof body === 'object' &&
  body !== null &&
  field in body &&
  Boolean((body as Record<string, unknown>)[field]);
