import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call, CallName } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { measureJson } from './large-body.ts';
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
    const { large } = request.routeOptions.config;
    const read = () =>
      readJson(request, body.toString(), (error, value) => {
        if (error) return done(refuse(400, REFUSALS.badJson));
        if (body.length > BODY_LIMIT)
          return done(
            beside(large?.field, value) > BODY_LIMIT ? refuse(413, REFUSALS.tooLarge) : null,
            value,
          );
        return done(deeperThan(value, DEPTH_LIMIT) ? refuse(400, REFUSALS.badJson) : null, value);
      });
    if (body.length <= BODY_LIMIT) return read();
    // Answered by `done` alone: what a parser returns besides would be taken for the body.
    measureJson(body.toString(), DEPTH_LIMIT).then((found) => {
      if (found === 'fine') return read();
      const many = refuse(413, large?.refusal ?? REFUSALS.tooLarge);
      return done(found === 'deep' ? refuse(400, REFUSALS.badJson) : many);
    }, done);
  });
}

/** How long a body is beside the field for which it may be larger. */
function beside(field: string | undefined, body: unknown): number {
  if (!field || typeof body !== 'object' || body === null || Array.isArray(body)) return Infinity;
  const { [field]: large, ...rest } = body as Record<string, unknown>;
  return typeof large === 'string' || Array.isArray(large) ? JSON.stringify(rest).length : Infinity;
}

/** No body of the contract nests deeper than three levels; a very deep one would exhaust the stack of the code that reads it. */
const DEPTH_LIMIT = 16;
const deeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => deeperThan(inner, levels - 1)));
