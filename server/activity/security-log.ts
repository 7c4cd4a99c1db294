import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { Refusal } from '../refusal.ts';
import type { Activity } from './activity.ts';
import { logDenial, logWrongCredential } from './company-log.ts';

/** A user and their company, if any. */
type Account = { userId: number; companyId: number | null };

declare module 'fastify' {
  interface FastifyRequest {
    /** The account a call is about: null for none, undefined for the caller's own. */
    account: Account | null | undefined;
    /** The password was right and the second factor is pending. */
    half: boolean;
  }
}

/** Logs a denied attempt, in the server's log and in the company's activity. */
export function noteDenial(request: FastifyRequest, error: unknown, activity: Activity): void {
  const { caller, ip, log, routeOptions, params } = request;
  if (!(error instanceof Refusal)) return;
  request.half = error.notable === 'half';
  if (!caller) return;
  // A sign-in to another account logs its own line.
  const own = request.account === undefined;
  if (own && error.notable === 'wrong password') logWrongCredential(activity, caller, request, 'password');
  if (own && error.notable === 'wrong factor') logWrongCredential(activity, caller, request, 'factor');
  const { message } = error.body;
  if (error.notable !== 'denied' && message !== REFUSALS.forbidden && message !== REFUSALS.tokenMayNot)
    return;
  const { id: userId, companyId } = caller.user;
  log.warn(
    {
      event: 'denied',
      userId,
      companyId,
      tokenId: caller.token?.id,
      address: ip,
      route: routeOptions.url,
      target: params,
    },
    'permission denied',
  );
  logDenial(activity, caller, request);
}

/** Calls that sign in or out, change credentials or confirm identity. */
const EVENTS: Partial<Record<CallName, string>> = {
  logIn: 'sign-in',
  logOut: 'sign-out',
  changePassword: 'password-change',
  forgotPassword: 'password-forgotten',
  resetPassword: 'password-reset',
  setUpCompany: 'set-up',
  answerSecondFactor: 'second-factor',
  addApp: 'factor-added',
  addPasskey: 'factor-added',
  removeApp: 'factor-removed',
  removePasskey: 'factor-removed',
  renewRecoveryCodes: 'recovery-codes',
  resetFactors: 'factor-reset',
  confirmIdentity: 'confirmation',
  endSession: 'sessions-end',
  endOtherSessions: 'sessions-end',
};

const isSignIn = (name: CallName): boolean => name === 'logIn' || name === 'answerSecondFactor';

/** Result of an attempt at one of these calls. */
export type SignInOutcome = 'done' | 'locked' | 'failed' | 'refused';

/** A server error says nothing about the credentials. */
function outcomeOf(status: number): SignInOutcome {
  if (status < 400) return 'done';
  if (status >= 500) return 'failed';
  return status === 429 ? 'locked' : 'refused';
}

/**
 * Logs each of these calls with account, company, route and address, never the credentials. `signedIn` receives the result of a sign-in.
 */
export function noteSignIn(
  name: CallName,
  { account, caller, half, ip, log, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  signedIn?: (outcome: SignInOutcome) => void,
): void {
  const event = EVENTS[name];
  if (!event || (name === 'logOut' && !caller)) return;
  const outcome = half ? 'half' : outcomeOf(reply.statusCode);
  // The first step of a sign-in is counted with the second.
  if (isSignIn(name) && outcome !== 'half') signedIn?.(outcome);
  const own = caller && { userId: caller.user.id, companyId: caller.user.companyId };
  const { userId = null, companyId = null } = (account === undefined ? own : account) ?? {};
  const line = { event, outcome, userId, companyId, address: ip, route: routeOptions.url };
  if (outcome === 'done' || outcome === 'half') log.info(line, event);
  else log.warn(line, event);
}
