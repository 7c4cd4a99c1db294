import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call, CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { refuse } from './refusal.ts';

/** Of every call's body, in bytes, unless its entry says more. */
export const BODY_LIMIT = 100 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    large?: Call['large'];
    /** The name of the call; none of what stands beside the contract. */
    call?: CallName;
  }
}

/** Whether a body is announced that is larger than bodies usually are, or of unknown size. */
export const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(headers['content-length']) > BODY_LIMIT;

/** Refuses a compressed body: a few kilobytes could unpack to more than any limit has measured. */
export function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw refuse(415, REFUSALS.encoded);
}

/** A sign-out works whatever is sent along: to the parser it looks like a request without a body. */
export function skipBody({ headers }: FastifyRequest): void {
  for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'] as const)
    delete headers[name];
}

/** Bodies are application/json and nothing else, so that no form of another site can send one. */
export function readJsonOnly(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return readJson(request, body.toString(), (error, value) => {
      if (error || deeperThan(value, DEPTH_LIMIT)) return done(refuse(400, REFUSALS.badJson));
      const rest = body.length - largeField(request, value);
      return done(rest > BODY_LIMIT ? refuse(413, REFUSALS.tooLarge) : null, value);
    });
  });
}

/** How long the field is for which this call's body may be larger: a text, or a list with all that is in it. */
function largeField({ routeOptions }: FastifyRequest, body: unknown): number {
  const field = routeOptions.config.large?.field;
  if (!field || typeof body !== 'object' || body === null) return 0;
  const value: unknown = Object.entries(body).find(([name]) => name === field)?.[1];
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? JSON.stringify(value).length : 0;
}

/** No body of the contract nests deeper than three levels; a very deep one would exhaust the stack of the code that reads it. */
const DEPTH_LIMIT = 16;
const deeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => deeperThan(inner, levels - 1)));
