import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type pg from 'pg';
import { REFUSALS } from '../../shared/messages.ts';
import { BUILD } from '../build.ts';
import type { Config } from '../config.ts';
import { watched } from '../database/watch.ts';
import { errorForLog } from '../error-log.ts';
import { BODY_LIMIT, readJsonOnly } from './body.ts';
import { cutOnClose, cutStalled } from './connections.ts';
import { requestIdOf, sendRequestId, visible } from './log-line.ts';
import { servePages } from './pages.ts';
import { answerErrors } from './reply.ts';

/** Receives log lines, each a JSON object. */
export type LogStream = { write(line: string): void };

const HEADERS_MS = 20_000;

/** Fastify with security headers, compression, cookies, refusals and health checks. */
export async function makeHttp(config: Config, pool: pg.Pool, log?: LogStream): Promise<FastifyInstance> {
  const app = listener(config, log);
  cutOnClose(app);
  cutStalled(app, config.patience.stalledMs);
  sendRequestId(app, config.trustProxy > 0);
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: config.secure ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'permissions-policy': 'nfc=(self), camera=(self), microphone=(), geolocation=(), payment=()',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      // Cacheable responses set this header themselves.
      'cache-control': 'no-store',
    });
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  readJsonOnly(app);
  answerErrors(app);
  warnOfProxy(app, config);
  logRequests(app);
  serveHealth(app, pool);
  await servePages(app, config);
  return app;
}

/** Three timeouts cut slow clients: for the head of a request, for the whole request, and for a stalled connection. */
function listener({ logLevel, patience, trustProxy }: Config, log?: LogStream): FastifyInstance {
  return fastify({
    logger:
      logLevel === 'silent'
        ? false
        : {
            level: logLevel,
            base: null,
            serializers: { err: errorForLog },
            hooks: { streamWrite: visible },
            ...(log && { stream: log }),
          },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request as IncomingMessage, trustProxy > 0),
    trustProxy: (_address, hop) => hop < trustProxy,
    bodyLimit: BODY_LIMIT,
    http: {
      headersTimeout: Math.min(HEADERS_MS, patience.requestMs),
      connectionsCheckingInterval: Math.min(5000, patience.requestMs / 2),
    },
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.stalledMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.status(400).send({ message: REFUSALS.noSuchCall });
    },
  });
}

/**
 * The path of a request, also of an absolute one from a proxy. Malformed ones lead to an unknown path: the framework's own 400 comes before
 * every hook and lacks the headers.
 */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    return /^[/*]/.test(path) ? path : `/${path}`;
  } catch {
    return '/api/-';
  }
}

/** Record ids named by the path and the body. */
function targetOf({ params, body }: FastifyRequest): Record<string, number> | undefined {
  const { keyBunchId } = (body ?? {}) as { keyBunchId?: unknown };
  const ids = Object.entries({ ...(params as object), keyBunchId }).filter(([, id]) =>
    /^\d{1,10}$/.test(String(id)),
  );
  return ids.length > 0 ? Object.fromEntries(ids.map(([name, id]) => [name, Number(id)])) : undefined;
}

/**
 * The reason of a refusal for the log: code, fields, sets, and the text unless it quotes a record. Left out for an import, whose text of
 * megabytes is not searched for quotes.
 */
function reasonOf({ refusal, body }: FastifyRequest): Record<string, unknown> {
  if (!refusal) return {};
  const { code, message, errors, items } = refusal.body;
  const sent = typeof body === 'object' ? Object.values(body ?? {}) : [];
  const isQuoted =
    typeof body === 'string' ||
    sent.some((text) => typeof text === 'string' && text.length > 2 && message.includes(text));
  return {
    code,
    reason: refusal.quotes || isQuoted ? undefined : message,
    fields: errors && Object.keys(errors).filter((name) => /^\w{1,40}$/.test(name)),
    sets: items?.slice(0, 20).map(({ keyBunchId }) => keyBunchId),
  };
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { user, token } = request.caller ?? {};
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: user?.id,
        companyId: user?.companyId,
        tokenId: token?.id,
        address: request.ip,
        target: targetOf(request),
        ...reasonOf(request),
      },
      'request',
    );
  });
}

function serveHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/healthz', async () => ({ status: 'ok', ...BUILD }));
  app.get('/version', async () => BUILD);
  app.get('/readyz', async (_request, reply) => {
    const ready = await watched(pool, () => pool.query('select 1')).then(
      () => true,
      () => false,
    );
    // Failed anchors do not make the server unready.
    const anchors = app.anchors.health();
    return reply
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'database unavailable', anchors, ...BUILD });
  });
}

const ADDRESSES =
  'Requests carry X-Forwarded-For, but TRUST_PROXY is 0: every client counts as the proxy, and ten wrong passwords lock all users out. ' +
  'Set TRUST_PROXY to the number of proxies in front of Keyhold.';
const PROTOCOL =
  'Requests say that they came by https, but PUBLIC_URL is no https address: the session cookie is NOT Secure. Set PUBLIC_URL to the ' +
  'address that people use.';

/** Logs once for each proxy header that the configuration does not cover. */
function warnOfProxy(app: FastifyInstance, { trustProxy, secure }: Config): void {
  const said = new Set<string>();
  const say = (warning: string) => {
    if (said.has(warning)) return;
    said.add(warning);
    app.log.warn({ event: 'configuration' }, warning);
  };
  app.addHook('onRequest', async ({ headers }) => {
    if (trustProxy === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) say(ADDRESSES);
    if (!secure && headers['x-forwarded-proto'] === 'https') say(PROTOCOL);
  });
}
