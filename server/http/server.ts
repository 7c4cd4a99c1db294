import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type pg from 'pg';
import type { Call } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import type { Config } from '../config.ts';
import { servePages } from './pages.ts';
import { type Refusal, refusalOf, refuse } from './refusal.ts';

const BODY_LIMIT = 100 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    large?: Call['large'];
  }
}

/** Whether a body is announced that is larger than bodies usually are, or of unknown size. */
export const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(headers['content-length']) > BODY_LIMIT;

/** Takes lines of the log, each a JSON object. */
export type LogStream = { write(line: string): void };

/** Fastify with what every reply needs, errors included: security headers, compression, cookies, one form of refusal, health. */
export async function makeHttp(config: Config, pool: pg.Pool, log?: LogStream): Promise<FastifyInstance> {
  const app = fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, base: null, ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // The framework's own refusal of an address comes before every hook and would lack the headers.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/api/-'),
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.status(400).send({ message: REFUSALS.noSuchCall });
    },
  });

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: config.secure ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'nfc=(self), camera=(), microphone=(), geolocation=(), payment=()');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  readJsonOnly(app);
  answerErrors(app);
  serveHealth(app, pool);
  await servePages(app, config);
  app.addHook('onResponse', async (request, reply) => {
    const { user } = request.caller ?? {};
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: user?.id,
        companyId: user?.companyId,
      },
      'request',
    );
  });
  return app;
}

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '') !== '';
  } catch {
    return false;
  }
}

/** Bodies are application/json and nothing else, so that no form of another site can send one (reliability R19). */
function readJsonOnly(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return readJson(request, body.toString(), (error, value) => {
      if (error || deeperThan(value, DEPTH_LIMIT)) return done(refuse(400, REFUSALS.badJson));
      const rest = body.length - largeField(request, value).length;
      return done(rest > BODY_LIMIT ? refuse(413, REFUSALS.tooLarge) : null, value);
    });
  });
}

/** The text of the field for which this call's body may be larger. */
function largeField({ routeOptions }: FastifyRequest, body: unknown): string {
  const field = routeOptions.config.large?.field;
  if (!field || typeof body !== 'object' || body === null) return '';
  const text: unknown = Object.entries(body).find(([name]) => name === field)?.[1];
  return typeof text === 'string' ? text : '';
}

/** Nothing that is sent here nests deeper than three levels; what does would exhaust the stack of whoever walks it. */
const DEPTH_LIMIT = 16;
const deeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => deeperThan(inner, levels - 1)));

const BY_CODE: Record<string, (request: FastifyRequest) => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse(415, REFUSALS.notJson),
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    refuse(413, routeOptions.config.large?.refusal ?? REFUSALS.tooLarge),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refuse(400, REFUSALS.badJson),
  FST_ERR_CTP_INVALID_JSON_BODY: () => refuse(400, REFUSALS.badJson),
};

/** Every error becomes a refusal or, for a fault of ours, an honest 500 that names the log's reference and nothing inside. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = BY_CODE[error.code]?.(request) ?? refusalOf(error);
    if (refusal) {
      if (refusal.status >= 500) request.log.error({ err: error }, 'unavailable');
      if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter));
      return reply.status(refusal.status).send(refusal.body);
    }
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
      return reply.status(error.statusCode).send({ message: REFUSALS.badBody });
    }
    request.log.error({ err: error }, 'fault');
    return reply.status(500).send({ message: REFUSALS.fault, detail: `Reference ${request.id}` });
  });
}

function serveHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unavailable' });
  });
}
