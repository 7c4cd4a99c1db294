import { API_VERSIONS } from '../../server/http/reply.ts';
import { api, type Call } from '../../shared/api.ts';
import { WebhookEvent } from '../../shared/webhook-event.ts';
import { Examples } from './examples.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { addExamples, exampleOf, operationOf, type Parameter } from './operation.ts';
import { REFUSAL, sharedResponses } from './responses.ts';
import { type Schema, Schemas } from './schemas.ts';
import { describedCalls, isForTokens, TASKS } from './tasks.ts';

type Json = Record<string, unknown>;
type Operations = Record<string, Record<string, Json>>;

const INFO = {
  title: 'Keyhold',
  version: API_VERSIONS.at(-1),
  contact: { name: 'Whoever runs your Keyhold server' },
  license: { name: 'MIT', identifier: 'MIT' },
};
const DESCRIPTIONS: Record<Part, string> = {
  programs: `Send an API token as \`Authorization: Bearer kh_…\`; an administrator makes one under Settings, Connect. A refusal is a
\`Refusal\`: \`code\` is its reason for programs, \`message\` a sentence for people, \`errors\` has one for each wrong field. Parameters and
fields that a call does not have are refused. A write may carry an \`Idempotency-Key\`:
sent again with the same key, it happens once. Times are ISO 8601 in UTC. A reply may gain fields; ignore those that you do not know.`,
  people: `The calls of Keyhold's own pages that no API token can make: signing in, the own account, users, settings, tokens,
webhooks and what else only an administrator may do. They need the cookie of a session. The calls for programs are in openapi.json.`,
};

const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'An API token: kh_…' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sid',
    description: 'The session of a browser; `sid` where people come by http.',
  },
  kiosk: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Secure-kiosk',
    description: 'A tablet that is a kiosk; `kiosk` where it comes by http.',
  },
};
const { kiosk: _ofTablets, ...FOR_PROGRAMS } = SECURITY_SCHEMES;
const { token: _ofPrograms, ...FOR_PEOPLE } = SECURITY_SCHEMES;

const EVENTS = { name: 'Events', description: 'What the address of a webhook receives.' };
const EVENT_HEADERS: Record<string, [description: string, example: string]> = {
  'webhook-id': [
    'The id of the event, the same however often it is sent.',
    'evt_0b9d0c5e8f4a4b6e9d3f5a7c1e2b4d60',
  ],
  'webhook-timestamp': ['When it was sent, in seconds since 1970.', '1795356309'],
  'webhook-signature': [
    'HMAC-SHA256 of id, timestamp and body, as Standard Webhooks says.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
};

/** What an address of a webhook receives. */
const eventOf = (schemas: Schemas): Json => ({
  operationId: 'receiveEvent',
  tags: [EVENTS.name],
  summary: 'Receive an event',
  description:
    `Sent to the addresses of a company's webhooks, one event after the other, signed as Standard Webhooks says. Answer 2xx
within five seconds. Anything else is tried again for three days; 410 pauses the webhook at once.`.replaceAll(
      '\n',
      ' ',
    ),
  security: [],
  parameters: Object.entries(EVENT_HEADERS).map(([name, [description, example]]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    examples: exampleOf(example),
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemas.of(WebhookEvent, 'output') } },
  },
  responses: {
    '2XX': { description: 'Taken. The next event follows.' },
    '410': { description: 'No more events, please: the webhook is paused.' },
    '4XX': { description: 'Not taken. It is tried again.' },
  },
});

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Makes a component of each value that occurs twice or more; `nameOf` names it, and what it returns as null stays where it is. */
function share<T>(kind: string, values: readonly T[], nameOf: (value: T) => string | null) {
  const texts = values.map((value) => JSON.stringify(value));
  const shared: Record<string, T> = {};
  const names = new Map<string, string>();
  values.forEach((value, at) => {
    const text = texts[at] ?? '';
    const name = nameOf(value);
    if (!name || names.has(text) || texts.indexOf(text) === texts.lastIndexOf(text)) return;
    const free = [name, ...Array.from({ length: 9 }, (_, n) => `${name}${n + 2}`)];
    const key = free.find((each) => !(each in shared)) ?? name;
    shared[key] = value;
    names.set(text, key);
  });
  const replace = (value: T): T | Json => {
    const key = names.get(JSON.stringify(value));
    return key ? { $ref: `#/components/${kind}/${key}` } : value;
  };
  return { shared, replace };
}

type Operation = { parameters: Parameter[]; responses: Record<string, Json> };

/** Replaces parameters and replies that several operations have by references to components, and returns those. */
function shareParts(operations: Operation[]): { parameters: Json; responses: Json } {
  const parameters = share(
    'parameters',
    operations.flatMap((one) => one.parameters),
    parameterName,
  );
  const replies = share(
    'responses',
    operations.flatMap((one) => Object.values(one.responses)),
    replyName,
  );
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((one) => parameters.replace(one) as Parameter);
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, one]) => [status, replies.replace(one)]),
    );
  }
  return { parameters: parameters.shared as Json, responses: replies.shared };
}

/** The name of a shared parameter: "KeySetId" of an id in a path, "ByLocationId" of a filter, "LimitTo200"; null for a reference. */
function parameterName({ name, in: place, description = '', schema }: Partial<Parameter>): string | null {
  if (!name) return null;
  const noun = place === 'path' && /^The id of the (.+)\.$/.exec(description)?.[1];
  if (noun) return `${noun.split(' ').map(pascal).join('')}Id`;
  if (name === 'limit') return `LimitTo${schema?.maximum}`;
  return place === 'query' && name.endsWith('Id') ? `By${pascal(name)}` : pascal(name);
}

/** The name of a reply: that of its schema, "KeySetDetail"; null for a reference. */
function replyName({ content }: Json): string | null {
  const [[type = '', { schema } = { schema: {} as Schema }] = []] = Object.entries(
    (content ?? {}) as Record<string, { schema: Schema }>,
  );
  if (!type) return null;
  const named = schema.$ref ?? schema.items?.$ref;
  const name = named?.split('/').at(-1) ?? (schema.properties ? 'Done' : pascal(type.split('/')[1] ?? ''));
  return schema.items ? `${name}List` : name;
}

/** Drops the components that nothing refers to. */
function withoutUnused(document: Json & { components: Record<string, Json> }): Json {
  const text = JSON.stringify(document);
  const entries = Object.entries(document.components).map(([kind, all]) => [
    kind,
    kind === 'securitySchemes'
      ? all
      : Object.fromEntries(
          Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
        ),
  ]);
  const kept = { ...document, components: Object.fromEntries(entries) as Record<string, Json> };
  return JSON.stringify(kept).length < text.length ? withoutUnused(kept) : kept;
}

/** The two documents: the calls that an API token can make, with what webhooks receive, and the calls that only people make. */
export type Part = 'programs' | 'people';

/** A part of the API contract as an OpenAPI 3.1 document. */
export function openApi(part: Part): string {
  const schemas = new Schemas();
  const calls = describedCalls().filter(({ name }) => isForTokens(name) === (part === 'programs'));
  const paths: Operations = {};
  for (const described of calls) {
    const { path, method }: Call = api[described.name];
    const address = path.replace(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(described, schemas) };
  }
  const event = part === 'programs' ? eventOf(schemas) : null;
  const named = { ...schemas.all(), Refusal: REFUSAL };
  const examples = new Examples(named);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  for (const operation of event ? [event, ...operations] : operations) addExamples(operation, examples);
  const { parameters, responses } = shareParts(operations as unknown as Operation[]);
  const tags = TASKS.filter(({ name }) => calls.some(({ task }) => task === name));
  const document = {
    openapi: '3.1.0',
    info: { ...INFO, description: DESCRIPTIONS[part].replaceAll('\n', ' ') },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: [...tags.map(({ name, description }) => ({ name, description })), ...(event ? [EVENTS] : [])],
    paths,
    ...(event && { webhooks: { event: { post: event } } }),
    components: {
      securitySchemes: part === 'programs' ? FOR_PROGRAMS : FOR_PEOPLE,
      parameters: { ...parameters, ...headerParameters() },
      headers: responseHeaders(),
      responses: { ...sharedResponses(), ...responses },
      schemas: named,
    },
  };
  return `${JSON.stringify(withoutUnused(document), null, 2)}\n`;
}

const responseHeaders = (): Json =>
  Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, { when: _, example, ...header }]) => [
      name,
      { ...header, examples: exampleOf(example) },
    ]),
  );

const headerParameters = (): Json =>
  Object.fromEntries(
    Object.entries(REQUEST_HEADERS).map(([name, { when: _, example, ...header }]) => [
      name,
      { name, in: 'header', required: false, ...header, examples: exampleOf(example) },
    ]),
  );
