import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { REFUSALS } from '../../shared/messages.ts';
import { type Refusal, refusalOf, refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The refusal, for the request's log line. */
    refusal: Refusal | null;
  }
}

const BY_CODE: Record<string, (request: FastifyRequest) => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse(415, REFUSALS.notJson),
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    refuse(413, routeOptions.config.large?.refusal ?? REFUSALS.tooLarge),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refuse(400, REFUSALS.badJson),
  FST_ERR_CTP_INVALID_JSON_BODY: () => refuse(400, REFUSALS.badJson),
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
      return reply.status(error.statusCode).send({ message: REFUSALS.badBody });
    }
    request.log.error({ err: error }, 'fault');
    return reply.status(500).send({ message: REFUSALS.fault, detail: `Reference ${request.id}` });
  });
}
