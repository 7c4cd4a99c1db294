import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call, CallName } from '../../shared/api.ts';
import { TOKEN_RESTING, TOKEN_RESTING_CODE } from '../../shared/api-token.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { meets } from '../../shared/permissions.ts';
import type { Config } from '../config.ts';
import type { Caller, Member } from '../database/caller.ts';
import { networkOf } from '../identity/attempt-counter.ts';
import type { Attempts } from '../identity/attempts.ts';
import { busy, noCaller, refuse } from '../refusal.ts';
import type { Lane, Requester } from './admission.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds spent waiting for places and for the lookup of the caller. */
    waitedMs: number;
  }
}

/** Deadline for the response, queue and lock waits included. */
const DEADLINE_MS = 4700;
/** Time kept for the work itself after the longest wait for a place. */
const WORK_MS = 700;

/** Milliseconds that the request's transaction may wait: the deadline less the time already waited. */
export const leftFor = ({ waitedMs }: FastifyRequest): number => DEADLINE_MS - waitedMs;

/** Runs `work` and adds its duration to `waitedMs`. */
async function timed<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    request.waitedMs += performance.now() - began;
  }
}

/** Before the session is known, each network address counts as a separate company. */
export function networkRequester({ ip }: FastifyRequest): Requester {
  const network = networkOf(ip);
  return { person: network, company: network, noTenant: true };
}

/** Whose share of the places a request uses. Requests without a company do not count as an active company. */
export function requesterOf({ known, ip }: Pick<FastifyRequest, 'known' | 'ip'>): Requester {
  if (!known) return { person: networkOf(ip), company: 'nobody', noTenant: true };
  const { id, companyId } = known.user;
  const { token, kiosk } = known;
  const person = token ? `token ${token.id}` : kiosk ? `kiosk ${kiosk.id}` : `user ${id}`;
  return companyId === null
    ? { person, company: 'nobody', noTenant: true }
    : { person, company: `company ${companyId}` };
}

/** Rejects with 503 when the client disconnected while it waited: it could not read the result. */
export function checkConnected({ raw }: FastifyReply): void {
  if (raw.destroyed) throw busy();
}

/** Waits for a place within the request's deadline. */
const enterInTime = (request: FastifyRequest, lane: Lane, requester: Requester): Promise<() => void> =>
  timed(request, () => lane.enter(requester, leftFor(request) - WORK_MS));

/** Runs `work` in a place. During the work `leftFor` counts the wait for the place. */
export async function inPlace<T>(
  request: FastifyRequest,
  lane: Lane,
  work: () => Promise<T>,
  requester: Requester = requesterOf(request),
): Promise<T> {
  const leave = await enterInTime(request, lane, requester);
  try {
    return await timed(request, work);
  } finally {
    leave();
  }
}

/**
 * Holds a place until the response is sent or the client disconnects; returns a function that releases it earlier. `reads`: takes no locks.
 * `slow`: a transfer that does not count against the request's deadline.
 */
export async function holdPlace(
  request: FastifyRequest,
  reply: FastifyReply,
  lane: Lane,
  { reads = false, slow = false } = {},
): Promise<() => void> {
  const requester = { ...requesterOf(request), reads };
  const leave = await (slow ? lane.enter(requester) : enterInTime(request, lane, requester));
  // A socket that has closed already emits no further 'close'.
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  checkConnected(reply);
  return leave;
}

/**
 * Checks the kind of caller, session, due second factor, paused token, company and permission, in this order: before any lookup, and again in the transaction.
 */
export function checkMay({ needs, first }: Call, caller: Caller | null): void {
  if (needs === 'nobody') return;
  const ofKiosk = needs === 'kiosk';
  // A kiosk makes the calls of a kiosk and no other; no other caller makes them.
  if (!caller || (caller.kiosk !== null) !== ofKiosk) throw noCaller(ofKiosk);
  if (ofKiosk) return;
  if (caller.factorDue && !first) throw refuse(403, REFUSALS.factorDue, { code: 'factor_due' });
  if (caller.token?.resting)
    throw refuse(403, TOKEN_RESTING[caller.token.resting], { code: TOKEN_RESTING_CODE });
  if (needs === 'session') return;
  if (!caller.member) throw refuse(403, REFUSALS.noCompany, { code: 'no_company' });
  if (!meets(needs, caller.member)) throw refuse(403, REFUSALS.forbidden);
}

/** The member that may make this call of a company. */
export function memberWhoMay(entry: Call, caller: Caller): Member {
  checkMay(entry, caller);
  if (!caller.member) throw refuse(403, REFUSALS.noCompany, { code: 'no_company' });
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
  throw refuse(403, REFUSALS.foreignOrigin, { code: 'foreign_origin' });
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
