import type { FastifyRequest } from 'fastify';
import type { Call } from '../../shared/api.ts';
import { NOT_FOUND, REFUSALS } from '../../shared/messages.ts';
import { idQuery } from '../../shared/text.ts';
import { parse } from './parse.ts';
import { notFound } from './refusal.ts';

export type Params = Record<string, number | string>;
/** What was sent, parsed by the call's entry. */
export type Input = { params: Params; query: unknown; body: unknown };

const RecordId = idQuery();

/** Throws 400 for a query or a body that does not fit, then 404 for a path that names nothing. */
export const inputOf = (entry: Call, { query, body, params }: FastifyRequest): Input => ({
  query: entry.query ? parse(entry.query, query) : undefined,
  body: entry.body ? parse(entry.body, body) : undefined,
  params: paramsOf(entry, params as Record<string, string>),
});

/** The named parts of a path: what the entry declares, else the id of a record. What does not fit names nothing. */
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

/** A repeated header is a list; none of ours may be. */
export function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
