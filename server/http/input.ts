import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../shared/api.ts';
import { NOT_FOUND, REFUSALS } from '../../shared/messages.ts';
import { idQuery } from '../../shared/text.ts';
import { parse } from '../parse.ts';
import { notFound, refuse } from '../refusal.ts';

type Params = Record<string, number | string>;
/** A request parsed by its call's entry. */
export type Input = { params: Params; query: unknown; body: unknown };

const RecordId = idQuery();
type Sent = Pick<FastifyRequest, 'query' | 'body' | 'params'>;

/** 400 for an invalid query or body, then 404 for an invalid path. */
export const inputOf = (entry: Call, { query, body, params }: Sent): Input => ({
  query: entry.query ? parse(entry.query, query) : undefined,
  body: entry.body ? parse(entry.body, body) : undefined,
  params: paramsOf(entry, params as Record<string, string>),
});

/** Rows of a long list that are parsed before the event loop runs other work. */
const TURN = 200;

/** Parses a body with a long list in parts; reports the faults of the first part that has any. */
export async function inputInTurns(entry: Call, request: Sent): Promise<Input> {
  const { large, body: schema } = entry;
  const sent = (request.body ?? {}) as Record<string, unknown>;
  const all = large?.list ? sent[large.field] : undefined;
  if (!schema || !large?.list || !Array.isArray(all) || all.length <= TURN) return inputOf(entry, request);
  const { field, list } = large;
  if (all.length > list.most) throw refuse(400, list.refusal, { errors: { [field]: list.refusal } });
  let body: Record<string, unknown> = {};
  const parsed: unknown[] = [];
  for (let from = 0; from < all.length; from += TURN) {
    const nameOf = ([first, at, ...rest]: readonly PropertyKey[]) =>
      [first, first === field && typeof at === 'number' ? at + from : at, ...rest]
        .filter((part) => part !== undefined)
        .join('.');
    body = parse(schema, { ...sent, [field]: all.slice(from, from + TURN) }, nameOf) as typeof body;
    parsed.push(...(body[field] as unknown[]));
    await setImmediate();
  }
  const rest = inputOf({ ...entry, body: undefined }, request);
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
