import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import type { Activity } from '../activity/activity.ts';
import { noticeDenial, noticeWrong } from '../activity/noticed.ts';
import { Refusal } from '../refusal.ts';

/** Somebody, and their company as far as they have one. */
type Account = { userId: number; companyId: number | null };

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose account the call is about; null when nobody's, undefined when the caller's own. */
    account: Account | null | undefined;
    /** A sign-in whose password was right, and that waits for its second factor. */
    half: boolean;
  }
}

/** The lines of what somebody tried without the right, in the pipeline or in a feature: in the server's log and in their company's. */
export function noteDenial(request: FastifyRequest, error: unknown, activity: Activity): void {
  const { caller, ip, log, routeOptions, params } = request;
  if (!(error instanceof Refusal)) return;
  request.half = error.notable === 'half';
  if (!caller) return;
  // What another account was told at a sign-in is that sign-in's.
  const own = request.account === undefined;
  if (own && error.notable === 'wrong password') noticeWrong(activity, caller, request, 'password');
  if (own && error.notable === 'wrong factor') noticeWrong(activity, caller, request, 'factor');
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
  noticeDenial(activity, caller, request);
}

/** The calls by which people sign in and out, change what they sign in with and confirm that it is they. */
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

/** What became of a try to sign in, or of another of these calls. */
export type SignInOutcome = 'done' | 'locked' | 'failed' | 'refused';

/** What the server could not do says nothing of what was typed. */
function outcomeOf(status: number): SignInOutcome {
  if (status < 400) return 'done';
  if (status >= 500) return 'failed';
  return status === 429 ? 'locked' : 'refused';
}

/**
 * The log's line for each of these calls, whatever became of it: the account, its company, route and address, never what was typed.
 * `signedIn` is told what became of a try to sign in.
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
  // The half of a sign-in counts with its other half.
  if (isSignIn(name) && outcome !== 'half') signedIn?.(outcome);
  const own = caller && { userId: caller.user.id, companyId: caller.user.companyId };
  const { userId = null, companyId = null } = (account === undefined ? own : account) ?? {};
  const line = { event, outcome, userId, companyId, address: ip, route: routeOptions.url };
  if (outcome === 'done' || outcome === 'half') log.info(line, event);
  else log.warn(line, event);
}
