import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    file?: Call['file'];
  }
}

/** A body that is a file, on disk until its call is answered. */
export class SentFile {
  readonly path: string;
  readonly sha256: string;
  constructor(path: string, sha256: string) {
    this.path = path;
    this.sha256 = sha256;
  }
}

/** Removes a body that is a file. */
export const discard = async (body: unknown): Promise<void> => {
  if (body instanceof SentFile) await remove(body.path);
};

const remove = (path: string): Promise<void> => rm(dirname(path), { recursive: true, force: true });

/** Accepts a ZIP where a call reads one; no form of another site can send it. */
export function readZips(app: FastifyInstance): void {
  app.addContentTypeParser('application/zip', async (request: FastifyRequest, body: IncomingMessage) => {
    const { file } = request.routeOptions.config;
    if (!file) throw refuse(415, REFUSALS.notJson, { code: 'not_json' });
    return keep(file, request, body);
  });
}

/** Writes a body to a file that only the server's user may read. 413 above the limit. */
async function keep(
  { bytes, refusal }: NonNullable<Call['file']>,
  { headers }: FastifyRequest,
  body: IncomingMessage,
): Promise<SentFile> {
  if (Number(headers['content-length'] ?? 0) > bytes) throw refuse(413, refusal);
  const path = join(await mkdtemp(join(tmpdir(), 'keyhold-sent-')), 'sent.zip');
  const hash = createHash('sha256');
  let length = 0;
  async function* measured(parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      length += part.length;
      if (length > bytes) throw refuse(413, refusal);
      hash.update(part);
      yield part;
    }
  }
  try {
    await pipeline(body, measured, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await remove(path);
    throw error;
  }
  return new SentFile(path, hash.digest('hex'));
}
