import type { FastifyReply, FastifyRequest } from 'fastify';

type Photo = { hash: string; mediaType: string; bytes: Buffer | null; lasting: boolean };

/** Whether the browser says that it has these bytes already. */
export const etagMatches = ({ headers }: FastifyRequest, hash: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${hash}"`);

/**
 * Answers a picture: as what it is and nothing else, never kept by anything between server and browser. Under an
 * address that names its hash the browser may keep it for ever.
 */
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
