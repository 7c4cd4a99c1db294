import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { api, type Call, type CallName, isOfKiosk, isOpenToTokens, isPreCompany } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { type Activity, openActivity } from '../activity/activity.ts';
import { logSession } from '../activity/company-log.ts';
import { noteDenial, noteSignIn } from '../activity/security-log.ts';
import { openAnchors } from '../anchor/anchors.ts';
import { serveApiDocs } from '../api-docs/page.ts';
import type { Config } from '../config.ts';
import type { Caller } from '../database/caller.ts';
import { openTransactions } from '../database/transactions.ts';
import { countAttempts } from '../identity/attempts.ts';
import { checkConfirmedFor } from '../identity/confirmation.ts';
import { sessionOf } from '../identity/cookies.ts';
import { kioskCookieOf } from '../identity/kiosk-cookie.ts';
import {
  cookieOf,
  extendSession,
  findCaller,
  type KnownSessions,
  openKnownSessions,
  sidOf,
} from '../identity/session.ts';
import { serveSingleSignOn } from '../identity/single-sign-on.ts';
import { bearerOf, openTokenUse } from '../identity/token.ts';
import { type Live, openLive } from '../live/live.ts';
import { openLetters } from '../mail/sender.ts';
import { type Metrics, observe, openMetrics } from '../metrics/metrics.ts';
import { openPushes } from '../push/sender.ts';
import { refuse } from '../refusal.ts';
import { openWebhooks, type Webhooks } from '../webhook/sender.ts';
import { openLanes } from './admission.ts';
import { answer, type Served } from './calls.ts';
import { openImports } from './imports.ts';
import { discard, isLarge, refuseEncoded, skipBody } from './input.ts';
import { noteQuota } from './reply.ts';
import { checkMay, checkOrigin, holdPlace, inPlace, leftFor, networkRequester } from './requester.ts';
import { type LogStream, makeHttp } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the session in the cookie, or the lookup key of an API token or a kiosk, valid or not. */
    sid: string | null;
    /** The session's caller as last read by this process. Grants nothing. */
    known: Caller | null;
    /** The caller, once read. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    live: Live;
    sessions: KnownSessions;
    webhooks: Webhooks;
    activity: Activity;
    /** Null without METRICS_TOKEN. */
    metrics: Metrics | null;
  }
}

/**
 * THE PIPELINE: every call of the contract takes the same steps in the same order, from origin check to response (docs/architecture.md, The
 * pipeline). Also serves the browser part; does not listen. Logs to `log`, by default to standard output.
 */
export async function makeApp(config: Config, pool: pg.Pool, log?: LogStream): Promise<FastifyInstance> {
  const app = await makeHttp(config, pool, log);
  const metrics = config.metricsToken ? openMetrics() : null;
  const transactions = openTransactions(pool, { retried: metrics?.retried });
  const cookie = cookieOf(config.secure);
  const lanes = openLanes(metrics?.waited);
  const anchors = openAnchors(config.anchors, transactions, app.log);
  const webhooks = openWebhooks(transactions, config, app.log, () => live.wake());
  const letters = openLetters(transactions, config, app.log);
  const pushes = openPushes(transactions, config, app.log);
  const attempts = countAttempts(transactions, config.limits);
  const sessions = openKnownSessions();
  const live = openLive(config, pool, app.log, {
    onLetters: letters.poll,
    onPushes: pushes.poll,
    onWork: webhooks.startWork,
  });
  const usedToken = openTokenUse(transactions);
  const activity = openActivity(transactions, app.log, () => live.wake());
  const imports = openImports({ config, pool, lanes, attempts });
  const served: Served = {
    transactions,
    config,
    cookie,
    sessions,
    lanes,
    imports,
    letters,
    attempts,
    live,
    anchors,
    metrics,
    activity,
    usedToken,
  };

  app.decorate('live', live);
  app.decorate('sessions', sessions);
  app.decorate('anchors', anchors);
  app.decorate('webhooks', webhooks);
  app.decorateRequest('sid', null);
  app.decorateRequest('known', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('account', undefined);
  app.decorateRequest('half', false);
  app.decorateRequest('began', null);
  app.decorateRequest('waitedMs', 0);
  app.decorate('activity', activity);
  app.decorate('metrics', metrics);
  app.addHook('onError', async (request, _reply, error) => noteDenial(request, error, activity));
  app.addHook('onResponse', async (request, reply) => logSession(activity, request, reply));
  // Before Fastify waits for open connections, which a stream would keep open.
  app.addHook('preClose', live.close);
  app.addHook('onReady', () => live.ready);
  app.addHook('onClose', activity.stop);
  app.addHook('onClose', async () => imports.stop());
  app.addHook('onClose', letters.stop);
  app.addHook('onClose', pushes.stop);
  app.addHook('onClose', webhooks.stop);

  for (const [name, entry] of Object.entries(api) as [CallName, Call][]) serve(app, name, entry, served);
  serveApiDocs(app);
  observe(app, { metrics, config, transactions, pool, lanes, live });
  serveSingleSignOn(app, {
    ...served,
    signedIn: (outcome) => metrics?.signedIn('sign-on', outcome),
    inside: (request, work) => inPlace(request, lanes.calls, work),
    callerOf: (request) => {
      request.sid = sidOf(request.cookies[cookie.name]);
      return readCaller(request, served);
    },
    startSession: (request, reply, { userId, authenticatedAt }, stillGood) =>
      sessionOf(request, reply, transactions, cookie).startSession(
        { userId, remember: false, by: 'single_sign_on', confirmedAt: authenticatedAt },
        stillGood,
      ),
  });
  return app;
}

/** Registers the route of one call. */
function serve(app: FastifyInstance, name: CallName, entry: Call, served: Served): void {
  const { config, cookie, lanes, letters, sessions, live, attempts } = served;
  app.route({
    method: entry.method,
    url: entry.path,
    ...(entry.large && { bodyLimit: entry.large.bytes }),
    config: { large: entry.large, file: entry.file, call: name },
    // Before the body is read, so that a client does not upload megabytes only to be rejected.
    onRequest: async (request, reply) => {
      const token = bearerOf(request, cookie.name);
      // A page of another site can't make a browser send a token.
      if (!token) checkOrigin(request, config);
      if (name === 'logOut') skipBody(request);
      refuseEncoded(request);
      const tablet = isOfKiosk(name) ? kioskCookieOf(request, reply, config.secure) : null;
      request.sid = token ?? (tablet ? tablet.sid : sidOf(request.cookies[cookie.name]));
      const closed = token !== null && !isOpenToTokens(name);
      request.known = request.sid && isBrief(name, entry) && !closed ? sessions.of(request.sid) : null;
      if (!request.known) {
        await inPlace(request, lanes.calls, () => readCaller(request, served), networkRequester(request));
        if (token && !request.caller) throw refuse(401, REFUSALS.unauthorized);
        if (closed) throw refuse(403, REFUSALS.tokenMayNot, { code: 'token_may_not' });
        checkMay(entry, request.caller);
        if (request.caller) checkConfirmedFor(entry, request.caller);
      }
      // A tablet that is used keeps its cookie.
      if (name === 'getKioskState') tablet?.renew();
      const called = request.known?.token;
      if (called) {
        served.usedToken(called.id);
        await attempts.tokenCalled(called.id, noteQuota(reply));
      }
      if ((entry.large ?? entry.file) && isLarge(request))
        await holdPlace(request, reply, lanes.uploads, { slow: true });
    },
    // The caller's rights are read again in the transaction, however long the body took to arrive.
    handler: async (request, reply) => {
      const answered = await answer({ name, entry, request, reply, served }).finally(() =>
        discard(request.body),
      );
      if (entry.method !== 'GET') live.wake();
      if (entry.mail) letters.poll();
      return answered;
    },
    onResponse: async (request, reply) =>
      noteSignIn(name, request, reply, (outcome) => served.metrics?.signedIn('password', outcome)),
  });
}

/** A call without a large body or a stream: rights are read once, in its transaction. */
const isBrief = (name: CallName, { large, file, reply }: Call): boolean =>
  !isPreCompany(name) && !large && !file && reply !== 'csv' && reply !== 'zip' && reply !== 'live';

/** Reads the caller in a separate transaction. */
async function readCaller(
  request: FastifyRequest,
  { transactions: all, sessions }: Served,
): Promise<Caller | null> {
  const { sid } = request;
  if (!sid) return null;
  const transactions = all.within(leftFor(request));
  const caller = await findCaller(transactions, sid);
  request.caller = caller;
  request.known = caller;
  if (!caller) return null;
  sessions.saw(caller);
  await extendSession(transactions, caller, request.ip);
  return caller;
}
