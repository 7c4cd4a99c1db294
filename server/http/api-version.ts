import type { FastifyInstance } from 'fastify';
import { refuse } from '../refusal.ts';
import { headerOf } from './input.ts';

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
    const asked = headerOf(request, HEADER) ?? API_VERSIONS[0];
    const version = API_VERSIONS.find((one) => one === asked);
    reply.header(HEADER, version ?? API_VERSIONS[0]);
    if (!version)
      throw refuse(400, `Keyhold-Version must be one of: ${API_VERSIONS.join(', ')}`, {
        code: 'unknown_version',
      });
  });
}
