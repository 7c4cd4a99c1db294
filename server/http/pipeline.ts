import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { api, type Call, type CallName } from '../../shared/api.ts';
import { NOT_FOUND, REFUSALS } from '../../shared/messages.ts';
import { meets } from '../../shared/permissions.ts';
import { idQuery } from '../../shared/text.ts';
import type { Config } from '../config.ts';
import { type Doors, type Member, openDoors, type Tx } from '../database/transactions.ts';
import { Page, type PhotoName } from '../features/feature.ts';
import { companyCalls, openCalls, photoCalls, preparations, streamCalls } from '../features/table.ts';
import { type Attempts, countAttempts } from '../identity/attempts.ts';
import { type Caller, cookieOf, endSession, startSession, whoIs } from '../identity/session.ts';
import { serveSingleSignOn } from '../identity/single-sign-on.ts';
import { openOutbox } from '../mail/outbox.ts';
import { openAdmission, UPLOADS } from './admission.ts';
import { attachment, csv } from './csv.ts';
import { fingerprintOf, once } from './idempotency.ts';
import { checkOrigin } from './origin.ts';
import { parse } from './parse.ts';
import { holds, sendPhoto } from './photo-reply.ts';
import { notFound, Refusal, refuse } from './refusal.ts';
import { isLarge, type LogStream, makeHttp } from './server.ts';

type Served = {
  doors: Doors;
  config: Config;
  attempts: Attempts;
  pool: pg.Pool;
  cookie: ReturnType<typeof cookieOf>;
};
type Params = Record<string, number | string>;
type Input = { params: Params; query: unknown; body: unknown };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const RecordId = idQuery();

/**
 * THE PIPELINE: every call of the contract is who -> may -> parse -> company transaction -> feature -> reply, in this order and
 * nowhere else. Serves the browser's part too, but does not listen. The log goes to standard output unless `log` takes it.
 */
export async function makeApp(config: Config, pool: pg.Pool, log?: LogStream): Promise<FastifyInstance> {
  const app = await makeHttp(config, pool, log);
  const doors = openDoors(pool);
  const admission = openAdmission();
  const uploads = openAdmission(UPLOADS);
  const served: Served = {
    doors,
    config,
    pool,
    attempts: countAttempts(doors, config.limits),
    cookie: cookieOf(config.secure),
  };

  app.decorateRequest('caller', null);
  app.addHook('onError', async (request, _reply, error) => {
    noteDenial(request, error);
    if (error instanceof Refusal && error.notable === 'wrong password' && request.caller)
      await served.attempts.guessedWrong(request.caller.user.id);
  });
  const outbox = openOutbox(doors, config, app.log);
  app.addHook('onClose', outbox.stop);

  for (const [name, entry] of Object.entries(api) as [CallName, Call][]) {
    app.route({
      method: entry.method,
      url: entry.path,
      ...(entry.large && { bodyLimit: entry.large.bytes }),
      config: { large: entry.large },
      onRequest: async (request, reply) => {
        checkOrigin(request, config);
        // A slow phone's photo must not stand in the way of those who issue keys.
        const place = await (entry.large && isLarge(request) ? uploads : admission).enter();
        // Also when the client has hung up, where no response ends.
        reply.raw.once('close', place.leave);
        if (reply.raw.destroyed) place.leave();
        request.caller = await whoIs(pool, request.cookies[served.cookie.name]);
        mayCall(entry, request);
        if (name === 'logOut') leaveUnread(request);
        if (request.caller) await place.as(request.caller.user.id);
      },
      handler: async (request, reply) => {
        const answered = await answer(name, entry, request, reply, served);
        if (entry.mail) outbox.look();
        return answered;
      },
    });
  }
  serveSingleSignOn(app, {
    ...served,
    admission,
    isSignedIn: async (request) => (await whoIs(pool, request.cookies[served.cookie.name])) !== null,
    startSession: (request, reply, userId, stillGood) =>
      sessionOf(request, reply, served).startSession(userId, false, stillGood),
  });
  return app;
}

/** Who, company, permission: decided before the body is read and before anything is looked up. */
function mayCall(entry: Call, { caller }: FastifyRequest): void {
  if (entry.needs === 'nobody') return;
  if (!caller) throw refuse(401, REFUSALS.unauthorized);
  if (entry.needs === 'session') return;
  if (!caller.member) throw refuse(403, REFUSALS.noCompany);
  if (!meets(entry.needs, caller.member)) throw refuse(403, REFUSALS.forbidden);
}

/** A sign-out works whatever is sent along (reliability R20): to the parser it looks like a request without a body. */
function leaveUnread({ headers }: FastifyRequest): void {
  for (const name of ['content-type', 'content-length', 'transfer-encoding'] as const) delete headers[name];
}

/** The security log's line for what somebody tried without the right, here or in a feature (reliability R28, DECISIONS S-50). */
function noteDenial({ caller, log, routeOptions, params }: FastifyRequest, error: unknown): void {
  if (!(error instanceof Refusal) || !caller) return;
  if (error.notable !== 'denied' && error.body.message !== REFUSALS.forbidden) return;
  const { id: userId, companyId } = caller.user;
  log.warn(
    { event: 'denied', userId, companyId, route: routeOptions.url, target: params },
    'permission denied',
  );
}

async function answer(
  name: CallName,
  entry: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  served: Served,
): Promise<unknown> {
  const input: Input = {
    query: entry.query ? parse(entry.query, request.query) : undefined,
    body: entry.body ? parse(entry.body, request.body) : undefined,
    params: paramsOf(entry, request.params as Record<string, string>),
  };
  const { caller } = request;
  if (name in streamCalls) return streamFile(name, input, request, reply, served);
  if (name in openCalls) {
    const feature = openCalls[name as keyof typeof openCalls] as (call: unknown) => Promise<unknown>;
    const result = await feature({
      ...input,
      ...served,
      caller,
      address: request.ip,
      ...sessionOf(request, reply, served),
    });
    return send(reply, entry, entry.status ?? 200, result);
  }
  if (!caller?.member) throw refuse(401, REFUSALS.unauthorized);
  if (name in photoCalls) return showPhoto(name as PhotoName, input, caller.member, request, reply, served);
  return inCompany(name, entry, input, caller.member, request, reply, served);
}

async function showPhoto(
  name: PhotoName,
  input: Input,
  me: Member,
  request: FastifyRequest,
  reply: FastifyReply,
  { doors }: Served,
): Promise<unknown> {
  const has = (hash: string) => holds(request, hash);
  const feature = photoCalls[name];
  const photo = await doors.read(me, (tx) => feature({ ...input, tx, me, has } as never));
  return sendPhoto(reply, photo);
}

/** Runs a feature behind the company door: a read in a read-only transaction, a write once per intention. */
async function inCompany(
  name: CallName,
  entry: Call,
  input: Input,
  me: Member,
  request: FastifyRequest,
  reply: FastifyReply,
  { doors, attempts, config }: Served,
): Promise<unknown> {
  const feature = companyCalls[name as keyof typeof companyCalls] as (call: unknown) => Promise<unknown>;
  const ifMatch = headerOf(request, 'if-match')?.replace(/^(?:W\/)?"(.*)"$/, '$1') ?? null;
  if (entry.method === 'GET') {
    const result = await doors.read(me, (tx) => feature({ ...input, tx, me, ifMatch, config }));
    return send(reply, entry, 200, result);
  }
  await attempts.wrote(me.userId);
  const prepared =
    name in preparations
      ? await preparations[name as keyof typeof preparations](input.body as never)
      : undefined;
  if (tellsPassword(input.body)) await attempts.mayGuess(me.userId);
  const key = headerOf(request, 'idempotency-key');
  const outcome = await doors.company(me, (tx) =>
    once(
      tx,
      key,
      fingerprintOf(request.method, request.url, request.body),
      async () => ({
        status: entry.status ?? 200,
        body: shaped(entry, await feature({ ...input, tx, me, ifMatch, config, prepared })),
      }),
      entry.toldOnce,
    ),
  );
  if (outcome.replayed) reply.header('idempotent-replayed', 'true');
  // A refusal that was kept, told again: its body is no reply of the contract.
  if (outcome.status >= 400) return reply.status(outcome.status).send(outcome.body);
  return send(reply, entry, outcome.status, outcome.body);
}

/** Whether a body tells the caller's password again, at which somebody in an open session may guess. */
const tellsPassword = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'currentPassword' in body && Boolean(body.currentPassword);

async function streamFile(
  name: CallName,
  input: Input,
  request: FastifyRequest,
  reply: FastifyReply,
  { doors, attempts }: Served,
): Promise<unknown> {
  const me = request.caller?.member;
  if (!me) throw refuse(401, REFUSALS.unauthorized);
  await attempts.exported(me.userId);
  const feature = streamCalls[
    name as keyof typeof streamCalls
  ] as (typeof streamCalls)[keyof typeof streamCalls];
  const { fileName, rows } = await feature({
    ...input,
    me,
    read: (run: never) => doors.read(me, run),
  } as never);
  request.log.info({ event: 'export', userId: me.userId, companyId: me.companyId, call: name }, 'exported');
  reply.header('content-disposition', attachment(fileName)).type('text/csv; charset=utf-8');
  return reply.send(csv(rows));
}

/** The named parts of a path: what the entry declares, else the id of a record. What does not fit names nothing. */
function paramsOf(entry: Call, sent: Record<string, string>): Params {
  const missing = () => notFound(NOT_FOUND[entry.path.split('/')[2] ?? ''] ?? REFUSALS.noSuchCall);
  const params: Params = {};
  for (const [name, text] of Object.entries(sent)) {
    const parsed = (entry.params?.[name] ?? RecordId).safeParse(text);
    if (!parsed.success) throw missing();
    params[name] = parsed.data as number | string;
  }
  return params;
}

/** A repeated header is a list; none of ours may be. */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** What the contract declares of a result, and nothing else. A result that does not fit is a fault of ours. */
function shaped(entry: Call, result: unknown): unknown {
  if (typeof entry.reply === 'string') return result;
  return entry.reply.parse(result);
}

function send(reply: FastifyReply, entry: Call, status: number, result: unknown): FastifyReply {
  const body = shaped(entry, result instanceof Page ? result.items : result);
  if (result instanceof Page) {
    reply.header('x-total-count', String(result.total));
    if (result.next) reply.header('x-next-cursor', result.next);
    if (result.more) reply.header('x-total-more', 'true');
  }
  if (typeof body === 'object' && body !== null && 'updatedAt' in body && 'id' in body) {
    reply.header('etag', `"${String(body.updatedAt)}"`);
  }
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** How an open call starts and ends the session of its request. The old one always dies with the new. */
function sessionOf(request: FastifyRequest, reply: FastifyReply, { doors, cookie }: Served) {
  const old = request.cookies[cookie.name];
  return {
    async startSession(userId: number, remember: boolean, stillGood?: (tx: Tx) => Promise<void>) {
      const token = await doors.system(async (tx) => {
        await stillGood?.(tx);
        if (old) await endSession(tx, old);
        return startSession(tx, userId, remember);
      });
      reply.setCookie(cookie.name, token, cookie.lasting(remember));
    },
    async endSession() {
      if (old) await doors.system((tx) => endSession(tx, old));
      reply.clearCookie(cookie.name, cookie.base);
    },
  };
}
