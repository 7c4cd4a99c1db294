import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { Page, type Read, type WholeList } from '../features/feature.ts';
import type { Quota } from '../identity/attempt-counter.ts';
import { type Refusal, type RefusalBody, refusalOf, refuse } from '../refusal.ts';
import { type Shape, shapeOf } from '../reply-shape.ts';
import { badJson, headerOf } from './input.ts';
import { newRequestId } from './log.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const shapes = new Map<Call, Shape>();

/** The declared fields of a result. Throws on a mismatch, which is an internal error. */
export function validateReply(entry: Call, result: unknown): unknown {
  if (typeof entry.reply === 'string') return result;
  const shape = shapes.get(entry) ?? shapeOf(entry.reply);
  shapes.set(entry, shape);
  return shape(result);
}

/** Sends a validated body; a record's ETag is its updatedAt. */
export function sendBody(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (typeof body === 'object' && body !== null && 'updatedAt' in body && 'id' in body) {
    reply.header('etag', `"${String(body.updatedAt)}"`);
  }
  return sendText(reply, status, JSON.stringify(body));
}

/** Sends a body that is JSON text. */
export const sendText = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply.status(status).type(JSON_TYPE).send(body);

/** Validates and sends a feature's result, a page of a list with its two totals. */
export function sendResult(reply: FastifyReply, entry: Call, status: number, result: unknown): FastifyReply {
  if (!(result instanceof Page)) return sendBody(reply, status, validateReply(entry, result));
  if (result.total !== null) reply.header('x-total-count', String(result.total));
  if (result.next) reply.header('x-next-cursor', result.next);
  if (result.more) reply.header('x-total-more', 'true');
  return sendBody(reply, status, validateReply(entry, result.items));
}

/** Streams a whole list batch by batch at the client's speed, in constant memory. */
export function sendWhole(
  reply: FastifyReply,
  entry: Call,
  list: WholeList<unknown>,
  read: Read,
): FastifyReply {
  reply.header('x-total-count', String(list.total));
  // One batch is buffered: the default of sixteen is three megabytes per slow client.
  return reply.type(JSON_TYPE).send(Readable.from(textOf(entry, list, read), { highWaterMark: 1 }));
}

/** Each batch is serialised before its place is released: that takes longer than reading it. */
async function* textOf(
  entry: Call,
  { first, readOn }: WholeList<unknown>,
  read: Read,
): AsyncGenerator<string> {
  const pieceOf = (batch: readonly unknown[]) =>
    batch.length === 0
      ? null
      : { text: JSON.stringify(validateReply(entry, batch)).slice(1, -1), last: batch.at(-1) };
  let piece = pieceOf(first);
  let before = '[';
  while (piece) {
    const { text, last } = piece;
    yield before + text;
    before = ',';
    piece = await read(async (tx) => pieceOf(await readOn(tx, last)));
  }
  yield before === '[' ? '[]' : ']';
}

/**
 * Adds a limit and its state to RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10): `"writes";q=240;w=60` and
 * `"writes";r=239;t=60`.
 */
export const noteQuota = (reply: FastifyReply) => (policy: string) => (quota: Quota) => {
  const { most, seconds, left, resetS } = quota;
  addTo(reply, 'ratelimit-policy', `"${policy}";q=${most};w=${seconds}`);
  addTo(reply, 'ratelimit', `"${policy}";r=${left};t=${resetS}`);
};

const addTo = (reply: FastifyReply, header: string, item: string) =>
  reply.header(header, [reply.getHeader(header), item].filter(Boolean).join(', '));

type Photo = { hash: string; mediaType: string; bytes: Buffer | null; lasting: boolean };

/** Whether If-None-Match lists this hash. */
export const etagMatches = ({ headers }: FastifyRequest, hash: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${hash}"`);

/** Sends a photo: no sniffing, no shared caching; the browser may cache an address with a hash for ever. */
export function sendPhoto(reply: FastifyReply, { hash, mediaType, bytes, lasting }: Photo): FastifyReply {
  reply.headers({
    etag: `"${hash}"`,
    'cache-control': lasting ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-disposition': 'inline',
    vary: 'cookie',
  });
  return bytes ? reply.type(mediaType).send(bytes) : reply.status(304).send();
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The refusal, for the request's log line. */
    refusal: Refusal | null;
  }
}

const BY_CODE: Record<string, (request: FastifyRequest) => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse(415, REFUSALS.notJson, { code: 'not_json' }),
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    refuse(413, routeOptions.config.large?.refusal ?? REFUSALS.tooLarge),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badJson,
  FST_ERR_CTP_INVALID_JSON_BODY: badJson,
};

/** Turns every error into a refusal, or into a 500 with only the log reference for an internal error. */
export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest('refusal', null);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = BY_CODE[error.code]?.(request) ?? refusalOf(error);
    request.refusal = refusal;
    if (refusal) {
      // The framework would close the connection before the client has read the response: the rest of the body is drained instead, within
      // the request timeout.
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') reply.removeHeader('connection');
      if (refusal.status >= 500) request.log.error({ err: error }, 'unavailable');
      if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter));
      return reply.status(refusal.status).send(refusal.body);
    }
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
      return reply
        .status(error.statusCode)
        .send({ message: REFUSALS.badBody, code: 'invalid' } satisfies RefusalBody);
    }
    // The client left before the first byte of a stream.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return reply.send();
    request.log.error({ err: error }, 'fault');
    return reply.status(500).send({
      message: REFUSALS.fault,
      code: 'fault',
      detail: `Reference ${request.id}`,
    } satisfies RefusalBody);
  });
}

/** What Node says of a request that it cannot read, and the refusal. */
const UNREADABLE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: refuse(408, 'The request did not arrive in time', { code: 'timeout' }),
  HPE_HEADER_OVERFLOW: refuse(431, 'The head of the request is too large', { code: 'header_too_large' }),
};
const NOT_HTTP = refuse(400, 'This is not a valid HTTP request', { code: 'bad_request' });

/** Answers what cannot be read as a request, in the form of all refusals. It reaches no hook, so it has a separate request id and log line. */
export function answerUnreadable(
  log: Pick<FastifyInstance['log'], 'info'>,
  error: { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, body } = UNREADABLE[error.code ?? ''] ?? NOT_HTTP;
  const reqId = newRequestId();
  const { code, message: reason } = body;
  log.info({ reqId, route: 'none', status, code, reason, address: socket.remoteAddress }, 'request');
  const text = JSON.stringify(body);
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` +
        `X-Request-Id: ${reqId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${text}`,
    );
  socket.destroy();
}

/** The versions of the API that this server speaks, oldest first, by the day they were published (docs/api.md, Versions). */
export const API_VERSIONS = ['2026-11-26'] as const;

const HEADER = 'keyhold-version';

/**
 * Every answer below /api names the version it is of: the one that the request asks for, or the oldest. 400 for one that this server does not
 * speak.
 */
export function versionApi(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const requested = headerOf(request, HEADER) ?? API_VERSIONS[0];
    const version = API_VERSIONS.find((one) => one === requested);
    reply.header(HEADER, version ?? API_VERSIONS[0]);
    if (!version)
      throw refuse(400, `Keyhold-Version must be one of: ${API_VERSIONS.join(', ')}`, {
        code: 'unknown_version',
      });
  });
}
