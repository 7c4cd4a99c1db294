import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Call, CallName } from '../../shared/api.ts';
import { emptyBody } from '../../shared/contract/plain.ts';
import { NOT_FOUND, REFUSALS } from '../../shared/messages.ts';
import { idQuery } from '../../shared/text.ts';
import { parse } from '../parse.ts';
import { notFound, refuse } from '../refusal.ts';

/** The body is no JSON, or nested too deeply. */
export const badJson = () => refuse(400, REFUSALS.badJson, { code: 'bad_json' });

/** Default limit of a body in bytes. */
export const BODY_LIMIT = 100 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    large?: Call['large'];
    file?: Call['file'];
    /** The name of the call; none for routes outside the contract. */
    call?: CallName;
  }
}

/** Whether the announced body is larger than the default limit, or of unknown size. */
export const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(headers['content-length']) > BODY_LIMIT;

/** Rejects a compressed body: it could expand beyond every measured limit. */
export function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw refuse(415, REFUSALS.encoded, { code: 'encoded' });
}

/** Signing out ignores the body: the parser sees a request without one. */
export function skipBody({ headers }: FastifyRequest): void {
  for (const name of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'] as const)
    delete headers[name];
}

/** Accepts only application/json, which no form of another site can send. */
export function readJsonOnly(app: FastifyInstance): void {
  const readJson = jsonReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (body.length === 0) return undefined;
      const { large } = request.routeOptions.config;
      // A long list stays text: the import worker parses it.
      return large?.list ? body : readBody(body, large, readJson);
    },
  );
}

type JsonReader = (text: string) => unknown;

/** Parses JSON and rejects names that would change an object's prototype (400). */
export function jsonReader(app: FastifyInstance): JsonReader {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  return (text) => {
    let read: unknown;
    let fault: Error | null = null;
    void parseJson({} as FastifyRequest, text, (error, value) => {
      fault = error;
      read = value;
    });
    if (fault) throw badJson();
    return read;
  };
}

/** Parses a JSON body within the limits of its call. */
export async function readBody(text: string, large: Call['large'], readJson: JsonReader): Promise<unknown> {
  if (text.length <= BODY_LIMIT) {
    const value = readJson(text);
    if (deeperThan(value, DEPTH_LIMIT)) throw badJson();
    return value;
  }
  const found = await measureJson(text, DEPTH_LIMIT);
  if (found === 'deep') throw badJson();
  if (found === 'many') throw refuse(413, large?.refusal ?? REFUSALS.tooLarge);
  const value = readJson(text);
  if (lengthWithout(large?.field, value) > BODY_LIMIT) throw refuse(413, REFUSALS.tooLarge);
  return value;
}

/** Length of a body without the field that may be larger. */
function lengthWithout(field: string | undefined, body: unknown): number {
  if (!field || typeof body !== 'object' || body === null || Array.isArray(body)) return Infinity;
  const { [field]: large, ...rest } = body as Record<string, unknown>;
  return typeof large === 'string' || Array.isArray(large) ? JSON.stringify(rest).length : Infinity;
}

/** The contract nests three levels at most; a very deep body would exhaust the parser's stack. */
const DEPTH_LIMIT = 16;
const deeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => deeperThan(inner, levels - 1)));

const SLICE = 256 * 1024;
/** More than the cells of the longest list; JSON with more values is slow and large to parse. */
const VALUES_MAX = 250_000;

type Found = 'fine' | 'deep' | 'many';

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Whether the quotation mark at `at` is escaped by an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** Checks depth and number of values before JSON is parsed, in slices that let other work run. */
async function measureJson(text: string, depthMax: number): Promise<Found> {
  let depth = 0;
  let values = 0;
  let quoted = false;
  let at = 0;
  while (at < text.length) {
    for (const end = Math.min(at + SLICE, text.length); at < end; at += 1) {
      if (quoted) {
        at = text.indexOf('"', at);
        if (at === -1) return 'fine';
        quoted = isEscaped(text, at);
        continue;
      }
      const sign = text.charCodeAt(at);
      if (sign === QUOTE) quoted = true;
      else if (sign === COMMA) values += 1;
      else if (sign === OPEN || sign === OPEN_LIST) depth += 1;
      else if (sign === CLOSE || sign === CLOSE_LIST) depth -= 1;
      if (depth > depthMax) return 'deep';
    }
    if (values > VALUES_MAX) return 'many';
    await setImmediate();
  }
  return 'fine';
}

type Params = Record<string, number | string>;
/** A request parsed by its call's entry. */
export type Input = { params: Params; query: unknown; body: unknown };

const RecordId = idQuery();
type Sent = Pick<FastifyRequest, 'query' | 'body' | 'params'>;

/** The query and the body of a call without one. */
const NO_FIELDS = z.object({});

/** 400 for an invalid query or body, also for names that the call does not have; then 404 for an invalid path. */
export const inputOf = (entry: Call, sent: Sent): Input => ({
  query: parse(entry.query ?? NO_FIELDS, sent.query, { noun: 'parameter' }),
  body: parse(entry.body ?? emptyBody, sent.body),
  params: paramsOf(entry, sent.params as Record<string, string>),
});

/** Rows of a long list that are parsed before the event loop runs other work. */
const ROWS_PER_TURN = 200;

/** Parses a body with a long list in parts; reports the faults of the first part that has any. */
export async function inputInTurns(entry: Call, request: Sent): Promise<Input> {
  const { large, body: schema } = entry;
  const sent = (request.body ?? {}) as Record<string, unknown>;
  const all = large?.list ? sent[large.field] : undefined;
  if (!schema || !large?.list || !Array.isArray(all) || all.length <= ROWS_PER_TURN)
    return inputOf(entry, request);
  const { field, list } = large;
  if (all.length > list.most) throw refuse(400, list.refusal, { errors: { [field]: list.refusal } });
  let body: Record<string, unknown> = {};
  const parsed: unknown[] = [];
  for (let from = 0; from < all.length; from += ROWS_PER_TURN) {
    const nameOf = ([first, at, ...rest]: readonly PropertyKey[]) =>
      [first, first === field && typeof at === 'number' ? at + from : at, ...rest]
        .filter((part) => part !== undefined)
        .join('.');
    body = parse(
      schema,
      { ...sent, [field]: all.slice(from, from + ROWS_PER_TURN) },
      { nameOf },
    ) as typeof body;
    parsed.push(...(body[field] as unknown[]));
    await setImmediate();
  }
  const rest = inputOf(
    { ...entry, body: undefined },
    {
      query: request.query,
      params: request.params,
      body: undefined,
    },
  );
  return { ...rest, body: { ...body, [field]: parsed } };
}

/** Path parameters as the entry declares them, by default record ids; 404 when invalid. */
function paramsOf(entry: Call, sent: Record<string, string>): Params {
  const missing = () => notFound(NOT_FOUND[entry.path.split('/')[2] ?? ''] ?? REFUSALS.noSuchCall);
  const params: Params = {};
  for (const [name, text] of Object.entries(sent)) {
    const parsed = (entry.params?.[name] ?? RecordId).safeParse(text);
    if (!parsed.success) throw missing();
    params[name] = parsed.data as number | string;
  }
  return params;
}

/** A header; of a repeated one the first value. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
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
