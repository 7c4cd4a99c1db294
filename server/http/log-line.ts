import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

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

/**
 * The request id: 16 hexadecimal digits, or behind a proxy its X-Request-Id or the trace id of traceparent, if well-formed. Clients' own
 * headers are ignored without a proxy.
 */
export function requestIdOf(request: IncomingMessage, hasProxy: boolean): string {
  const known = ids.get(request);
  if (known) return known;
  const id = (hasProxy && sentBy(request)) || randomBytes(8).toString('hex');
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
