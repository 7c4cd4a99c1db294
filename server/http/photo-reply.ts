import type { FastifyReply, FastifyRequest } from 'fastify';

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
