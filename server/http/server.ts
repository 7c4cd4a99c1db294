import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type pg from 'pg';
import { REFUSALS } from '../../shared/messages.ts';
import { BUILD } from '../build.ts';
import type { Config } from '../config.ts';
import { watched } from '../database/watch.ts';
import { errorForLog } from '../error-log.ts';
import { busy } from '../refusal.ts';
import { BODY_LIMIT, readJsonOnly, readZips } from './input.ts';
import { logRequests, requestIdOf, sendRequestId, visible } from './log.ts';
import { servePages } from './pages.ts';
import { answerErrors, answerUnreadable, versionApi } from './reply.ts';

/** Receives log lines, each a JSON object. */
export type LogStream = { write(line: string): void };

const HEADERS_MS = 20_000;

/** Fastify with security headers, compression, cookies, refusals and health checks. */
export async function makeHttp(config: Config, pool: pg.Pool, log?: LogStream): Promise<FastifyInstance> {
  const app = listener(config, log);
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
  cutOnClose(app);
  versionApi(app);
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  readJsonOnly(app);
  readZips(app);
  answerErrors(app);
  warnOfProxy(app, config);
  logRequests(app);
  serveHealth(app, pool);
  await servePages(app, config);
  return app;
}

/** Three timeouts cut slow clients: for the head of a request, for the whole request, and for a stalled connection. */
function listener({ logLevel, patience, trustProxy }: Config, log?: LogStream): FastifyInstance {
  const app: FastifyInstance = fastify({
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
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerUnreadable(app.log, error, socket),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.status(400).send({ message: REFUSALS.noSuchCall, code: 'no_such_call' });
    },
  });
  return app;
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
  const warned = new Set<string>();
  const warn = (warning: string) => {
    if (warned.has(warning)) return;
    warned.add(warning);
    app.log.warn({ event: 'configuration' }, warning);
  };
  app.addHook('onRequest', async ({ headers }) => {
    if (trustProxy === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) warn(ADDRESSES);
    if (!secure && headers['x-forwarded-proto'] === 'https') warn(PROTOCOL);
  });
}

/** How long connections that never sent a request may still send one; it gets 503. */
const ASK_MS = 500;
/** Time for requests in flight: a little less than main.ts waits. */
const FINISH_MS = 8000;

/**
 * When the server closes, cuts idle connections, then all. Node keeps connections open that never sent a request, such as a browser's
 * preconnections, and the process would not end (R18).
 */
function cutOnClose(app: FastifyInstance): void {
  const inFlight = new Map<Socket, number>();
  let isClosing = false;
  app.addHook('onRequest', async () => {
    if (isClosing) throw busy();
  });
  const count = (socket: Socket, by: number) => {
    const before = inFlight.get(socket);
    if (before !== undefined) inFlight.set(socket, before + by);
  };
  app.server.on('connection', (socket: Socket) => {
    inFlight.set(socket, 0);
    socket.once('close', () => inFlight.delete(socket));
  });
  app.server.on('request', ({ socket }, reply) => {
    count(socket, 1);
    reply.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => {
      for (const [socket, requests] of inFlight) if (requests === 0) socket.destroy();
    }, ASK_MS).unref();
    setTimeout(() => app.server.closeAllConnections(), FINISH_MS).unref();
  });
}

/** A socket's handle: bytes handed to it, and those the system has not taken yet. */
type Handle = { bytesWritten?: number; writeQueueSize?: number } | null | undefined;
type Progress = { taken: number; since: number };

/**
 * Cuts each connection whose pending bytes the system has not taken for `stalledMs` (a sixth later at most). Node's own timeout takes at
 * least twice as long, as it restarts on partial progress.
 */
function cutStalled(app: FastifyInstance, stalledMs: number): void {
  const open = new Map<Socket, Progress>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, since: Date.now() });
    socket.once('close', () => open.delete(socket));
  });
  const sweep = setInterval(() => {
    const now = Date.now();
    for (const [socket, before] of open) {
      const { bytesWritten = 0, writeQueueSize = 0 } = (socket as { _handle?: Handle })._handle ?? {};
      const taken = bytesWritten - writeQueueSize;
      if (writeQueueSize === 0 || taken !== before.taken) open.set(socket, { taken, since: now });
      else if (now - before.since >= stalledMs) socket.destroy();
    }
  }, stalledMs / 6);
  sweep.unref();
  app.addHook('onClose', async () => clearInterval(sweep));
}
