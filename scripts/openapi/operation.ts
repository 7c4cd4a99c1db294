import { api, type Call, type CallName } from '../../shared/api.ts';
import { AttachForm, SetupForm } from '../../shared/company.ts';
import { NOT_FOUND } from '../../shared/messages.ts';
import type { Needs } from '../../shared/permissions.ts';
import { LiveChanges } from '../../shared/topic.ts';
import type { Examples } from './examples.ts';
import { FIELDS } from './fields.ts';
import { REQUEST_HEADERS } from './headers.ts';
import { headersOf, refusalsOf } from './responses.ts';
import type { Schema, Schemas } from './schemas.ts';
import { type Described, isForTokens } from './tasks.ts';

type Json = Record<string, unknown>;
/** A parameter in the path or the query. */
export type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
  examples?: Json;
};

/** One example, as a parameter, a body and a reply have it. */
export const exampleOf = (value: unknown): Json => ({ example: { value } });

const inWords = (needs: Needs): string => {
  if (typeof needs === 'string') return `\`${needs}\``;
  return 'all' in needs ? needs.all.map(inWords).join(' and ') : needs.any.map(inWords).join(' or ');
};
const NEEDS: Record<string, string> = {
  nobody: 'Needs no sign-in',
  session: 'Needs a session',
  company: 'Needs a user of a company',
  kiosk: 'Needs the cookie of a kiosk, and no user',
};

/** Who may make a call, as a sentence: permission, rules that depend on the record, confirmation, tokens. */
function rightsOf(name: CallName, { needs, also, confirm }: Call): string {
  const rules = [
    NEEDS[String(needs)] ?? `Needs ${inWords(needs)}`,
    also && `also: ${also}`,
    confirm && `people confirm their identity first${typeof confirm === 'string' ? ` (${confirm})` : ''}`,
  ];
  return `${rules.filter(Boolean).join('; ')}.${isForTokens(name) ? '' : ' Not open to API tokens.'}`;
}

/** The operation of a call; its schemas are collected in `schemas`. */
export function operationOf({ name, task, summary, text }: Described, schemas: Schemas): Json {
  const call: Call = api[name];
  const status = call.status ?? 200;
  const security = [...(isForTokens(name) ? [{ token: [] }] : []), { session: [] }];
  const body = bodyOf(name, call, schemas);
  const headers = Object.entries(REQUEST_HEADERS).filter(([, { when }]) => when({ name, call }));
  return {
    operationId: name,
    tags: [task],
    summary,
    description: `${text} ${rightsOf(name, call)}`,
    security: call.needs === 'nobody' ? [] : call.needs === 'kiosk' ? [{ kiosk: [] }] : security,
    parameters: [
      ...pathParameters(call, schemas),
      ...queryParameters(call, schemas),
      ...headers.map(([header]) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [status]: {
        description: 'Done',
        headers: headersOf(name, call, status),
        content: contentOf(call.reply, schemas),
      },
      ...refusalsOf(name, call),
    },
  };
}

/** The body of a call; null where it has none, or one whose content is ignored. */
function bodyOf(name: CallName, { body, file }: Call, schemas: Schemas): Json | null {
  if (file) return { required: true, content: fileOf('application/zip') };
  if (!body) return null;
  const forms = name === 'setUpCompany' ? [SetupForm, AttachForm] : [body];
  const [schema, ...others] = forms.map((form) => schemas.of(form, 'input'));
  if (!schema || Object.keys(schema).length === 0) return null;
  const required = !body.safeParse(undefined).success;
  const one = others.length > 0 ? { anyOf: [schema, ...others] } : schema;
  return { required, content: { 'application/json': { schema: one } } };
}

const fileOf = (type: string): Json => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

function contentOf(reply: Call['reply'], schemas: Schemas): Json {
  if (reply === 'zip') return fileOf('application/zip');
  if (reply === 'photo') return fileOf('image/webp');
  if (reply === 'csv') return { 'text/csv': { schema: { type: 'string' } } };
  if (reply === 'live') return { 'text/event-stream': { schema: schemas.of(LiveChanges, 'output') } };
  return { 'application/json': { schema: schemas.of(reply, 'output') } };
}

/** A parameter with its meaning and an example, as far as the fields have them. */
function parameterOf(
  place: Pick<Parameter, 'in' | 'name' | 'required'>,
  { description: said, ...schema }: Schema,
): Parameter {
  const [known, meaning] = FIELDS[place.name] ?? [];
  const description = said ?? meaning;
  const isOfType = typeof known === (schema.type === 'integer' ? 'number' : schema.type) && !schema.enum;
  const isRight = isOfType && (!schema.pattern || new RegExp(schema.pattern, 'u').test(String(known)));
  return {
    ...place,
    ...(description && { description }),
    schema,
    ...(isRight && { examples: exampleOf(known) }),
  };
}

/** What an id in a path names where that is not the noun of the path's 404. */
const OTHER_IDS: [RegExp, string][] = [
  [/^\/api\/audit\/(scope|verification)\//, 'location'],
  [/\/passkeys\//, 'passkey'],
  [/^\/api\/found-notices\//, 'message'],
];

function idOf(path: string): Schema {
  const noun = NOT_FOUND[path.split('/')[2] ?? '']?.replace(' not found', '') ?? '';
  const plain = noun.startsWith('API') ? noun : noun.charAt(0).toLowerCase() + noun.slice(1);
  const what = OTHER_IDS.find(([pattern]) => pattern.test(path))?.[1] ?? plain;
  return { type: 'integer', minimum: 1, description: `The id of the ${what}.` };
}

const pathParameters = ({ path, params }: Call, schemas: Schemas): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    parameterOf(
      { name, in: 'path', required: true },
      params?.[name] ? schemas.inline(params[name], 'input') : idOf(path),
    ),
  );

/** The query of a call. A number is text in an address and an integer to its reader, so the parsed type is the one that is named. */
function queryParameters({ query }: Call, schemas: Schemas): Parameter[] {
  if (!query) return [];
  const sent = schemas.inline(query, 'input');
  const parsed = schemas.inline(query, 'output').properties ?? {};
  return Object.entries(sent.properties ?? {}).map(([name, text]) =>
    parameterOf(
      { name, in: 'query', required: sent.required?.includes(name) ?? false },
      parsed[name]?.type === 'integer' ? parsed[name] : text,
    ),
  );
}

type Content = Record<string, { schema: Schema; examples?: Json }>;
type WithContent = { content?: Content };

/** Adds to bodies and replies of JSON an example of their schema. */
export function addExamples(operation: Json, examples: Examples): void {
  const { requestBody, responses } = operation as {
    requestBody?: WithContent;
    responses: Record<string, WithContent>;
  };
  for (const { content } of [requestBody ?? {}, ...Object.values(responses)]) {
    const json = content?.['application/json'];
    if (json) json.examples = exampleOf(examples.of(json.schema));
  }
}
