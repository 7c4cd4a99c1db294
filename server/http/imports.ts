import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { CallName } from '../../shared/api.ts';
import type { Config } from '../config.ts';
import type { Attempts } from '../identity/attempts.ts';
import { openWorker } from '../worker-process.ts';
import type { ImportAnswer, ImportJob } from './import-worker.ts';
import { headerOf } from './input.ts';
import type { Lanes } from './lanes.ts';
import { checkPresent, inPlace, leftFor, partyOf } from './party.ts';
import { sendText } from './reply.ts';

/** Longer than the largest file takes where others have the processors. */
const MOST_MS = 120_000;

type Parts = { config: Config; pool: pg.Pool; lanes: Lanes; attempts: Attempts };

/**
 * Answers the calls with a long list: the import worker reads, judges and writes it, so that it holds up neither the event loop nor another
 * company (decision 0022).
 */
export function openImports({ config, pool, lanes, attempts }: Parts) {
  const worker = openWorker<ImportJob, ImportAnswer>({
    program: 'http/import-worker',
    mostMs: MOST_MS,
    environment: (name) => name.startsWith('PG') || name === 'NODE_EXTRA_CA_CERTS',
  });
  const database = targetOf(pool);

  async function answer(name: CallName, sid: string, request: FastifyRequest, reply: FastifyReply) {
    const party = partyOf(request);
    await inPlace(request, lanes.calls, () => attempts.wrote(party.person));
    const { status, body, replayed } = await lanes.imports.run(party, async () => {
      checkPresent(reply);
      return worker.run({
        name: name as ImportJob['name'],
        sid,
        tokenId: request.known?.token?.id,
        url: request.url,
        key: headerOf(request, 'idempotency-key'),
        body: request.body as string | undefined,
        leftMs: leftFor(request),
        database,
        named: config.preparedStatements,
      });
    });
    if (replayed) reply.header('idempotent-replayed', 'true');
    return sendText(reply, status, body);
  }

  return { answer, stop: worker.stop };
}

export type Imports = ReturnType<typeof openImports>;

/** Where a pool leads, as it can be sent to another process; pg hides the password from what copies all fields. */
function targetOf({ options }: pg.Pool): pg.ClientConfig {
  const { connectionString, host, port, user, password, database, ssl } = options;
  const given = Object.entries({ connectionString, host, port, user, password, database, ssl });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
