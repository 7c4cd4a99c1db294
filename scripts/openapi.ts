import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { api, type Call } from '../shared/api.ts';
import { LiveChanges } from '../shared/live.ts';
import type { Needs } from '../shared/permissions.ts';

const FILE = new URL('../docs/openapi.json', import.meta.url);

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const inWords = (needs: Needs): string =>
  typeof needs === 'string' ? needs : 'all' in needs ? needs.all.join(' and ') : needs.any.join(' or ');

function parametersOf({ path, params, query }: Call) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: params?.[name] ? schemaOf(params[name], 'input') : { type: 'integer', minimum: 1 },
  }));
  if (!query) return inPath;
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function contentOf(reply: Call['reply']) {
  if (reply === 'zip') return { 'application/zip': { schema: { type: 'string', format: 'binary' } } };
  if (reply === 'csv') return { 'text/csv': { schema: { type: 'string' } } };
  if (reply === 'live') return { 'text/event-stream': { schema: schemaOf(LiveChanges, 'output') } };
  if (reply === 'photo') return { 'image/webp': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: schemaOf(reply, 'output') } };
}

function operationOf(name: string, call: Call) {
  const content = contentOf(call.reply);
  return {
    operationId: name,
    description: `Needs: ${inWords(call.needs)}.${call.also ? ` Also: ${call.also}.` : ''}`,
    parameters: parametersOf(call),
    ...(call.body && {
      requestBody: { content: { 'application/json': { schema: schemaOf(call.body, 'input') } } },
    }),
    responses: {
      [call.status ?? 200]: { description: 'Success', content },
      default: { description: 'A refusal', content: { 'application/json': { schema: REFUSAL } } },
    },
  };
}

const REFUSAL = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    detail: { type: 'string' },
    code: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** The contract as an OpenAPI 3.1 document. */
export function openApi(): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(api) as [string, Call][]) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  const document = { openapi: '3.1.0', info: { title: 'Keyhold', version: '1' }, paths };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The document as it is checked in. */
export const checkedIn = (): string => readFileSync(FILE, 'utf8');

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(FILE, openApi());
