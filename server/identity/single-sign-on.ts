import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONFIRMED_PATH, type ConfirmFailure, type SignOnFailure } from '../../shared/single-sign-on.ts';
import type { SignInOutcome } from '../activity/security-log.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../database/caller.ts';
import type { Transactions, Tx } from '../database/transactions.ts';
import { refusalOf } from '../refusal.ts';
import type { Attempts } from './attempts.ts';
import { confirmSession } from './confirmation.ts';
import { checkOwns, checkStillOwns, NotTheirs, signOn } from './identity.ts';
import {
  type Identity,
  openIdentityProvider,
  ProviderFailure,
  type SignOnFlow,
} from './identity-provider.ts';
import { kioskCookieOf } from './kiosk-cookie.ts';
import { isBoundKiosk } from './session.ts';

/** Time from leaving for the provider to coming back. */
const FLOW_SECONDS = 600;

/** The callback: an address of ours, never one from the request. */
const CALLBACK = '/api/login/callback';
const HOME = '/';
const KIOSK = '/kiosk';
const NOT_SET_UP = '/login?notice=sso';
const failed = (why: SignOnFailure) => `/auth/login?notice=${why}`;
const unconfirmed = (why: ConfirmFailure) => `${CONFIRMED_PATH}?why=${why}`;

type Served = {
  config: Config;
  transactions: Transactions;
  attempts: Attempts;
  /** Holds a place only for database work, never while waiting for the provider. */
  inside<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
  callerOf(request: FastifyRequest): Promise<Caller | null>;
  /** Receives the result of each sign-in. */
  signedIn(outcome: SignInOutcome): void;
  /** As after a right password: a new session; the request's former one ends. */
  startSession(
    request: FastifyRequest,
    reply: FastifyReply,
    who: { userId: number; authenticatedAt: Date | undefined },
    stillGood: (tx: Tx) => Promise<void>,
  ): Promise<void>;
};

/** A browser does not send the kiosk's cookie with the way back from the provider: the way there is refused too. */
const onKiosk =
  ({ config, transactions, inside }: Served) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<boolean> =>
    inside(request, () => isBoundKiosk(transactions, kioskCookieOf(request, reply, config.secure).sid));

/**
 * Sign-in by the identity provider: GET /api/login leaves for it, GET /api/login/confirm confirms the signed-in user, GET
 * /api/login/callback returns. Browser navigations outside the contract; they always redirect.
 */
export function serveSingleSignOn(app: FastifyInstance, served: Served): void {
  const { config, transactions, attempts, inside } = served;
  const { singleSignOn } = config;
  const provider = singleSignOn && openIdentityProvider(singleSignOn);
  const cookie = flowCookie(config.secure);
  const isOnKiosk = onKiosk(served);
  const go = (reply: FastifyReply, to: string) => reply.redirect(to, 302);

  function fail(request: FastifyRequest, reply: FastifyReply, error: unknown, confirms = false) {
    const { ip, log, routeOptions } = request;
    const why = error instanceof NotTheirs ? 'other' : whyNot(error);
    served.signedIn(why === 'tooMany' ? 'locked' : why && why !== 'unavailable' ? 'refused' : 'failed');
    const about = { event: 'sign-on', why, address: ip, route: routeOptions.url };
    if (why) log.warn({ ...about, ...namesOf(error) }, 'single sign-on failed');
    else log.error({ err: error }, 'fault');
    return go(reply, confirms || why === 'other' ? unconfirmed(why ?? 'failed') : failed(why ?? 'failed'));
  }

  /** Redirects to the provider and stores the flow in the browser. */
  async function leave(from: NonNullable<typeof provider>, reply: FastifyReply, confirms: boolean) {
    const { url, flow } = await from.begin(confirms);
    reply.setCookie(cookie.name, written(flow), { ...cookie.base, maxAge: FLOW_SECONDS });
    return go(reply, url.href);
  }

  app.get('/api/login', { exposeHeadRoute: false }, async (request, reply) => {
    if (!provider) return go(reply, NOT_SET_UP);
    try {
      if (await isOnKiosk(request, reply)) return go(reply, KIOSK);
      if (await inside(request, () => served.callerOf(request))) return go(reply, HOME);
      return await leave(provider, reply, false);
    } catch (error) {
      return fail(request, reply, error);
    }
  });

  app.get('/api/login/confirm', { exposeHeadRoute: false }, async (request, reply) => {
    if (!provider) return go(reply, NOT_SET_UP);
    try {
      if (!(await inside(request, () => served.callerOf(request)))) return go(reply, '/login');
      return await leave(provider, reply, true);
    } catch (error) {
      return fail(request, reply, error, true);
    }
  });

  app.get(CALLBACK, { exposeHeadRoute: false }, async (request, reply) => {
    if (!provider) return go(reply, NOT_SET_UP);
    const flow = read(request.cookies[cookie.name]);
    reply.clearCookie(cookie.name, cookie.base);
    if (!flow) return go(reply, failed('failed'));
    try {
      if (await isOnKiosk(request, reply)) return go(reply, KIOSK);
      await inside(request, () => attempts.signOn(request.ip));
      const identity = await provider.finish(request.url.split('?')[1] ?? '', flow);
      if (flow.confirms) return go(reply, await confirm(request, served, identity));
      const answer = await inside(request, () => transactions.forSystem((tx) => signOn(tx, identity)));
      const { userId, companyId, failure } = answer;
      const about = { event: 'sign-on', userId, companyId, address: request.ip, route: CALLBACK };
      if (failure) {
        request.account = answer.refused ?? null;
        request.log.warn({ ...about, why: failure }, 'single sign-on');
        served.signedIn('refused');
        return go(reply, failed(failure));
      }
      request.log.info(about, 'single sign-on');
      const stillTheirs = (tx: Tx) => checkStillOwns(tx, identity, userId);
      const { authenticatedAt } = identity;
      await inside(request, () =>
        served.startSession(request, reply, { userId, authenticatedAt }, stillTheirs),
      );
      served.signedIn('done');
      return go(reply, HOME);
    } catch (error) {
      return fail(request, reply, error, flow.confirms);
    }
  });
}

/** The signed-in user came back as themselves: confirms their session. Returns where to redirect. */
async function confirm(request: FastifyRequest, served: Served, identity: Identity): Promise<string> {
  const { inside, transactions } = served;
  const caller = await inside(request, () => served.callerOf(request));
  if (!caller) return failed('failed');
  const { sid, user } = caller;
  await inside(request, () =>
    transactions.forSystem(async (tx) => {
      await checkOwns(tx, identity, user.id);
      await confirmSession(tx, sid);
    }),
  );
  const event = 'confirmation';
  request.log.info({ event, outcome: 'done', userId: user.id, address: request.ip }, event);
  return CONFIRMED_PATH;
}

/** The reason for the browser; null for an internal error. */
function whyNot(error: unknown): SignOnFailure | null {
  if (error instanceof ProviderFailure) return error.why;
  const refusal = refusalOf(error);
  if (!refusal) return null;
  return refusal.status === 429 ? 'tooMany' : 'unavailable';
}

/** Error codes of the standards (RFC 6749, RFC 6750, OpenID Connect Core); the address could contain any other. */
const KNOWN_ERRORS = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'insufficient_scope',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'invalid_token',
  'login_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

/** Name and code of an error for the log, and the provider's code if known. */
function namesOf(error: unknown) {
  const {
    name,
    code,
    error: said,
  } = (error instanceof Error && error.cause ? error.cause : error) as {
    name?: string;
    code?: string;
    error?: string;
  };
  return { error: name, code, ...(said && KNOWN_ERRORS.has(said) && { said }) };
}

/** `__Host-` stops a neighbouring host from planting a flow that would sign in another person. */
const flowCookie = (secure: boolean) => ({
  name: secure ? '__Host-sign-on' : 'sign-on',
  base: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
});

const written = ({ state, nonce, verifier, confirms }: SignOnFlow) =>
  [state, nonce, verifier, ...(confirms ? [CONFIRMS] : [])].join('.');
const CONFIRMS = 'confirm';

function read(value: string | undefined): SignOnFlow | null {
  const [, state, nonce, verifier, purpose] =
    /^([\w-]{43})\.([\w-]{43})\.([\w-]{43})(\.confirm)?$/.exec(value ?? '') ?? [];
  return state && nonce && verifier ? { state, nonce, verifier, confirms: purpose !== undefined } : null;
}
