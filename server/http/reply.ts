import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Call } from '../../shared/api.ts';
import { Page, type Whole } from '../features/feature.ts';
import { type Shape, shapeOf } from './reply-shape.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const shapes = new Map<Call, Shape>();

/** The declared fields of a result, and nothing else. Throws when it does not fit, which is a fault of ours. */
export function validateReply(entry: Call, result: unknown): unknown {
  if (typeof entry.reply === 'string') return result;
  const shape = shapes.get(entry) ?? shapeOf(entry.reply);
  shapes.set(entry, shape);
  return shape(result);
}

/** Sends a body that was validated; a record's ETag is when it last changed. */
export function sendBody(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (typeof body === 'object' && body !== null && 'updatedAt' in body && 'id' in body) {
    reply.header('etag', `"${String(body.updatedAt)}"`);
  }
  return reply.status(status).type(JSON_TYPE).send(JSON.stringify(body));
}

/** Validates and sends what a feature answered, a page of a list with its two figures. */
export function sendResult(reply: FastifyReply, entry: Call, status: number, result: unknown): FastifyReply {
  if (!(result instanceof Page)) return sendBody(reply, status, validateReply(entry, result));
  reply.header('x-total-count', String(result.total));
  if (result.next) reply.header('x-next-cursor', result.next);
  if (result.more) reply.header('x-total-more', 'true');
  return sendBody(reply, status, validateReply(entry, result.items));
}

type ReadOn = (last: unknown) => Promise<readonly unknown[]>;

/** Sends a whole list batch by batch, as fast as it is read, so that a long list takes no more memory. */
export function sendWhole(
  reply: FastifyReply,
  entry: Call,
  { total, first }: Whole<unknown>,
  readOn: ReadOn,
): FastifyReply {
  reply.header('x-total-count', String(total));
  return reply.type(JSON_TYPE).send(Readable.from(listOf(entry, first, readOn)));
}

async function* listOf(entry: Call, first: readonly unknown[], readOn: ReadOn): AsyncGenerator<string> {
  let batch = first;
  let before = '[';
  while (batch.length > 0) {
    yield before + JSON.stringify(validateReply(entry, batch)).slice(1, -1);
    before = ',';
    batch = await readOn(batch.at(-1));
  }
  yield before === '[' ? '[]' : ']';
}
