import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose account the call is about; null when nobody's, undefined when the caller's own. */
    account: number | null | undefined;
    /** A sign-in whose password was right, and that waits for its second factor. */
    half: boolean;
  }
}

/** The log's line for what somebody tried without the right, in the pipeline or in a feature. */
export function noteDenial(request: FastifyRequest, error: unknown): void {
  const { caller, ip, log, routeOptions, params } = request;
  if (!(error instanceof Refusal)) return;
  request.half = error.notable === 'half';
  if (!caller) return;
  if (error.notable !== 'denied' && error.body.message !== REFUSALS.forbidden) return;
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
}

/** The calls by which people sign in and out and change what they sign in with. */
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
};

/** What the server could not do says nothing of what was typed. */
function outcomeOf(status: number): 'done' | 'locked' | 'failed' | 'refused' {
  if (status < 400) return 'done';
  if (status >= 500) return 'failed';
  return status === 429 ? 'locked' : 'refused';
}

/** The log's line for each of these calls, whatever became of it: the account and the address, never what was typed. */
export function noteSignIn(
  name: CallName,
  { account, caller, half, ip, log }: FastifyRequest,
  reply: FastifyReply,
): void {
  const event = EVENTS[name];
  if (!event || (name === 'logOut' && !caller)) return;
  const outcome = half ? 'half' : outcomeOf(reply.statusCode);
  const userId = account === undefined ? (caller?.user.id ?? null) : account;
  const line = { event, outcome, userId, address: ip };
  if (outcome === 'done' || outcome === 'half') log.info(line, event);
  else log.warn(line, event);
}
