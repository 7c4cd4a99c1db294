import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Characters that a terminal or editor does not show as they are: line ends, bidirectional and invisible ones, escape codes. Without
 * the line feed that ends a line: JSON escapes all others.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])|\udb40[\udc00-\udfff]/g;

const escaped = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Escapes them, so that a log line is one line; as JSON its value is unchanged. */
export const visible = (line: string): string => line.replace(UNSEEN, escaped);

const WELL_FORMED = /^[\w.:+=-]{8,64}$/;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

const ids = new WeakMap<IncomingMessage, string>();

/** 16 hexadecimal digits. */
export const newRequestId = (): string => randomBytes(8).toString('hex');

/**
 * The request id: 16 hexadecimal digits, or behind a proxy its X-Request-Id or the trace id of traceparent, if well-formed. Clients' own
 * headers are ignored without a proxy.
 */
export function requestIdOf(request: IncomingMessage, hasProxy: boolean): string {
  const known = ids.get(request);
  if (known) return known;
  const id = (hasProxy && sentBy(request)) || newRequestId();
  ids.set(request, id);
  return id;
}

function sentBy({ headers }: IncomingMessage): string | undefined {
  const sent = headers['x-request-id'];
  if (typeof sent === 'string' && WELL_FORMED.test(sent)) return sent;
  return TRACEPARENT.exec(String(headers.traceparent ?? ''))?.[1];
}

/** Sets X-Request-Id on every response, also on those the framework sends before any hook. */
export function sendRequestId(app: FastifyInstance, hasProxy: boolean): void {
  app.server.prependListener('request', (request, reply) => {
    reply.setHeader('x-request-id', requestIdOf(request, hasProxy));
  });
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
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

/** Logs every request once it was answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { user, token, kiosk } = request.caller ?? {};
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: user?.id,
        companyId: user?.companyId,
        tokenId: token?.id,
        kioskId: kiosk?.id,
        address: request.ip,
        target: targetOf(request),
        ...reasonOf(request),
      },
      'request',
    );
  });
}
