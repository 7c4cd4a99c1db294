import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { CallName } from '../../shared/api.ts';
import type { Config } from '../config.ts';
import type { Attempts } from '../identity/attempts.ts';
import { openWorker } from '../worker-process.ts';
import type { Lanes } from './admission.ts';
import type { ImportAnswer, ImportJob } from './import-worker.ts';
import { headerOf, SentFile } from './input.ts';
import { noteQuota, sendText } from './reply.ts';
import { checkConnected, inPlace, leftFor, requesterOf } from './requester.ts';

/** Longer than the largest file takes on a busy machine. */
const MOST_MS = 120_000;

type Parts = { config: Config; pool: pg.Pool; lanes: Lanes; attempts: Attempts };

/**
 * Answers the calls with a long list in the import worker, so that they block neither the event loop nor another company (decision 0022).
 */
export function openImports({ config, pool, lanes, attempts }: Parts) {
  const worker = openWorker<ImportJob, ImportAnswer>({
    program: 'http/import-worker',
    mostMs: MOST_MS,
    environment: (name) => name.startsWith('PG') || name === 'NODE_EXTRA_CA_CERTS',
  });
  const database = targetOf(pool);

  async function answer(name: CallName, sid: string, request: FastifyRequest, reply: FastifyReply) {
    const requester = requesterOf(request);
    await inPlace(request, lanes.calls, () => attempts.wrote(requester.person, noteQuota(reply)));
    const { status, body, replayed } = await lanes.imports.run(requester, async () => {
      checkConnected(reply);
      return worker.run({
        name: name as ImportJob['name'],
        sid,
        tokenId: request.known?.token?.id,
        url: request.url,
        key: headerOf(request, 'idempotency-key'),
        ...(request.body instanceof SentFile
          ? { file: { path: request.body.path, sha256: request.body.sha256 } }
          : { body: request.body as string | undefined }),
        query: request.query,
        letters: { limits: config.limits, isMailed: config.mail !== null },
        leftMs: leftFor(request),
        database,
        named: config.preparedStatements,
      });
    });
    if (replayed) reply.header('idempotent-replayed', 'true');
    return sendText(reply, status, body);
  }

  return { answer, start: worker.start, stop: worker.stop };
}

export type Imports = ReturnType<typeof openImports>;

/** The pool's connection settings for another process; pg hides the password from copies. */
function targetOf({ options }: pg.Pool): pg.ClientConfig {
  const { connectionString, host, port, user, password, database, ssl } = options;
  const given = Object.entries({ connectionString, host, port, user, password, database, ssl });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
