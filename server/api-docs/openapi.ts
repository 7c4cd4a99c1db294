import * as z from 'zod/mini';
import { api, type Call, type CallName, isOpenToTokens, isPreCompany } from '../../shared/api.ts';
import { TOKEN_RESTING } from '../../shared/api-token.ts';
import { NOT_FOUND, REFUSALS } from '../../shared/messages.ts';
import type { Needs } from '../../shared/permissions.ts';
import { LiveChanges } from '../../shared/topic.ts';
import { WebhookEvent } from '../../shared/webhook-event.ts';
import { FEATURE_REFUSALS } from './refusals.ts';

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

/** The refusals that the request pipeline can give a call, roughly in the order in which it decides. */
function pipelineRefusals(name: CallName, call: Call): [number, string][] {
  const writes = call.method !== 'GET';
  const company = !isPreCompany(name);
  const permission = company && call.needs !== 'company';
  const names = /:\w/.test(call.path);
  const said: [number, string, boolean][] = [
    [400, REFUSALS.cookieAndToken, true],
    [403, REFUSALS.foreignOrigin, writes],
    [415, REFUSALS.notJson, Boolean(call.body)],
    [415, REFUSALS.encoded, writes],
    [401, REFUSALS.unauthorized, call.needs !== 'nobody'],
    [403, REFUSALS.tokenMayNot, !isOpenToTokens(name)],
    ...Object.values(TOKEN_RESTING).map((text): [number, string, boolean] => [
      403,
      text,
      isOpenToTokens(name),
    ]),
    [403, REFUSALS.noCompany, company],
    [403, REFUSALS.forbidden, permission],
    [403, REFUSALS.confirm, call.confirm !== undefined],
    [413, call.large?.refusal ?? REFUSALS.tooLarge, Boolean(call.body)],
    [400, REFUSALS.badJson, Boolean(call.body)],
    [400, REFUSALS.badBody, Boolean(call.body ?? call.query)],
    [404, NOT_FOUND[call.path.split('/')[2] ?? ''] ?? REFUSALS.noSuchCall, names],
    [400, REFUSALS.badKey, writes && company],
    [422, REFUSALS.keyReused, writes && company],
    [409, REFUSALS.answerWithdrawn, writes && company],
    [429, REFUSALS.tooManyCalls, isOpenToTokens(name)],
    [429, REFUSALS.tooMany, writes || call.reply === 'csv' || call.reply === 'zip'],
    [503, REFUSALS.busy, true],
    [500, REFUSALS.fault, true],
  ];
  return said.filter(([, , may]) => may).map(([status, text]) => [status, text]);
}

/** The error responses of a call: for each status, the texts that `message` can have. */
function refusalsOf(name: CallName, call: Call) {
  const texts = new Map<number, Set<string>>();
  for (const [status, text] of [...(FEATURE_REFUSALS[name] ?? []), ...pipelineRefusals(name, call)])
    texts.set(status, (texts.get(status) ?? new Set()).add(text));
  return Object.fromEntries(
    [...texts]
      .sort(([a], [b]) => a - b)
      .map(([status, said]) => [status, { description: [...said].join(' · '), content: REFUSED }]),
  );
}

const REFUSED = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };

function operationOf(name: CallName, call: Call) {
  const content = contentOf(call.reply);
  const people = isOpenToTokens(name) ? '' : ' Not open to API tokens.';
  return {
    operationId: name,
    description: `Needs: ${inWords(call.needs)}.${call.also ? ` Also: ${call.also}.` : ''}${people}`,
    security:
      call.needs === 'nobody'
        ? []
        : isOpenToTokens(name)
          ? [{ token: [] }, { session: [] }]
          : [{ session: [] }],
    parameters: parametersOf(call),
    ...(call.body && {
      requestBody: { content: { 'application/json': { schema: schemaOf(call.body, 'input') } } },
    }),
    responses: {
      [call.status ?? 200]: { description: 'Success', content },
      ...refusalsOf(name, call),
    },
  };
}

const COMPONENTS = {
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'An API token: kh_...' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-sid',
      description: 'sid where people come by http',
    },
  },
  schemas: {
    Refusal: {
      type: 'object',
      required: ['message'],
      properties: {
        message: { type: 'string' },
        detail: { type: 'string' },
        code: { type: 'string' },
        errors: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};

/** The API contract as an OpenAPI 3.1 document, with the body that webhooks receive. */
export function openApi(): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(api) as [CallName, Call][]) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  const event = {
    post: {
      description: 'Sent to the addresses of a company, signed as Standard Webhooks says.',
      requestBody: { content: { 'application/json': { schema: schemaOf(WebhookEvent, 'output') } } },
      responses: { '2XX': { description: 'Taken. Anything else is tried again.' } },
    },
  };
  const info = { title: 'Keyhold', version: '1' };
  const document = { openapi: '3.1.0', info, paths, webhooks: { event }, components: COMPONENTS };
  return `${JSON.stringify(document, null, 2)}\n`;
}
