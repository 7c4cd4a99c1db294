import { REFUSAL_CODES, USUAL_CODES } from '../../server/refusal-codes.ts';
import { api, type Call, type CallName, isPreCompany } from '../../shared/api.ts';
import { TOKEN_RESTING } from '../../shared/api-token.ts';
import { NOT_ZIP } from '../../shared/former-register.ts';
import { NOT_FOUND, REFUSALS } from '../../shared/messages.ts';
import { RESPONSE_HEADERS } from './headers.ts';
import { FEATURE_REFUSALS } from './refusals.ts';
import { refTo, type Schema } from './schemas.ts';
import { isForTokens } from './tasks.ts';

type Json = Record<string, unknown>;

/** The component of the error responses of a status, what it means, and the texts that `message` has for every call that it fits. */
const RESPONSES: Record<number, [name: string, meaning: string, texts: readonly string[]]> = {
  400: [
    'BadRequest',
    'What was sent is not right',
    [REFUSALS.badBody, REFUSALS.badJson, REFUSALS.badKey, REFUSALS.cookieAndToken],
  ],
  401: ['Unauthorized', 'No token or session, or one that ended', [REFUSALS.unauthorized]],
  403: [
    'Forbidden',
    'The caller may not do this',
    [
      REFUSALS.forbidden,
      ...Object.values(TOKEN_RESTING),
      REFUSALS.tokenMayNot,
      REFUSALS.confirm,
      REFUSALS.noCompany,
      REFUSALS.foreignOrigin,
    ],
  ],
  404: ['NotFound', 'There is no such record, or the caller may not see it', [REFUSALS.noSuchCall]],
  409: ['Conflict', 'The state of the register does not allow it', [REFUSALS.answerWithdrawn]],
  410: [
    'Gone',
    'What was asked for is no longer kept',
    ['Events are kept for 30 days. Read the lists again, and then from after=now.'],
  ],
  413: ['TooLarge', 'The body is too large', [REFUSALS.tooLarge]],
  415: ['UnsupportedMediaType', 'The body is not plain JSON', [REFUSALS.notJson, REFUSALS.encoded]],
  422: ['KeyReused', 'The key belongs to another request', [REFUSALS.keyReused]],
  429: [
    'TooManyRequests',
    'Too many calls: wait as long as `Retry-After` says',
    [REFUSALS.tooManyCalls, REFUSALS.tooMany],
  ],
  500: ['Fault', 'A fault of the server', [REFUSALS.fault]],
  503: ['Busy', 'The server is busy: wait as long as `Retry-After` says', [REFUSALS.busy]],
};

export const REFUSAL: Schema = {
  type: 'object',
  description: 'Why a call was refused. Some refusals have more fields that say what is in the way.',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A sentence for people.' },
    detail: { type: 'string', description: 'What to do, or what is in the way.' },
    code: { type: 'string', enum: Object.keys(REFUSAL_CODES), description: 'The reason, for programs.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong, by field.',
    },
    happened: {
      type: 'object',
      description: 'What was done to the set before, by whom, and when.',
      required: ['action', 'name', 'at'],
      properties: {
        action: { type: 'string', enum: ['issue', 'return'] },
        name: { type: 'string', description: 'Who has the keys, or who returned them.' },
        at: refTo('Time'),
      },
    },
    items: {
      type: 'array',
      description: 'Of several sets: each that is in the way, and why. Nothing was recorded.',
      items: {
        type: 'object',
        required: ['keyBunchId', 'message'],
        properties: {
          keyBunchId: { type: 'integer' },
          message: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
  },
};

/** The refusals that the request pipeline can give a call, roughly in the order in which it decides. */
function pipelineRefusals(name: CallName, call: Call): [number, string][] {
  const writes = call.method !== 'GET';
  const company = !isPreCompany(name);
  const said: [number, string, boolean][] = [
    [400, REFUSALS.cookieAndToken, true],
    [403, REFUSALS.foreignOrigin, writes],
    [415, REFUSALS.notJson, Boolean(call.body)],
    [415, NOT_ZIP, Boolean(call.file)],
    [415, REFUSALS.encoded, writes],
    [401, REFUSALS.unauthorized, call.needs !== 'nobody' && call.needs !== 'kiosk'],
    [401, REFUSALS.kioskEnded, call.needs === 'kiosk'],
    [409, REFUSALS.onKiosk, call.signsIn === true],
    [403, REFUSALS.tokenMayNot, !isForTokens(name)],
    [403, TOKEN_RESTING.password, isForTokens(name)],
    [403, TOKEN_RESTING.second_factor, isForTokens(name)],
    [403, REFUSALS.noCompany, company && call.needs !== 'kiosk'],
    [403, REFUSALS.forbidden, company && call.needs !== 'company' && call.needs !== 'kiosk'],
    [403, REFUSALS.confirm, call.confirm !== undefined],
    [413, REFUSALS.tooLarge, Boolean(call.body ?? call.file)],
    [400, REFUSALS.badJson, Boolean(call.body)],
    [400, REFUSALS.badBody, Boolean(call.body ?? call.query)],
    [400, REFUSALS.badKey, writes && company],
    [422, REFUSALS.keyReused, writes && company],
    [409, REFUSALS.answerWithdrawn, writes && company],
    [429, REFUSALS.tooManyCalls, isForTokens(name)],
    [429, REFUSALS.tooMany, writes || call.reply === 'csv' || call.reply === 'zip'],
    [500, REFUSALS.fault, true],
    [503, REFUSALS.busy, true],
  ];
  return said.filter(([, , may]) => may).map(([status, text]) => [status, text]);
}

/** The refusals of a call alone: those of its rules, the noun of what was not found, the limit of a large body. */
function ownRefusals(name: CallName, { path, large, file }: Call): [number, string][] {
  const noun = NOT_FOUND[path.split('/')[2] ?? ''];
  return [
    ...(FEATURE_REFUSALS[name] ?? []).map(([status, text]): [number, string] => [status, text]),
    ...(noun && /:\w/.test(path) ? [[404, noun] as [number, string]] : []),
    ...[large, file].flatMap((limit): [number, string][] => (limit ? [[413, limit.refusal]] : [])),
  ];
}

/** The error responses of a call: the shared one of each status, and the texts that `message` has for this call alone. */
export function refusalsOf(name: CallName, call: Call): Json {
  const own = ownRefusals(name, call);
  const statuses = [...own, ...pipelineRefusals(name, call)].map(([status]) => status);
  return Object.fromEntries(
    statuses.map((status) => {
      const texts = new Set(own.flatMap(([of, text]) => (of === status ? text : [])));
      const description = [...texts].join(' · ');
      return [
        status,
        { $ref: `#/components/responses/${RESPONSES[status]?.[0]}`, ...(description && { description }) },
      ];
    }),
  );
}

/** References to the headers that a response has. */
export function headersOf(name: CallName, call: Call, status: number): Json {
  const sent = Object.entries(RESPONSE_HEADERS).filter(([, { when }]) => when({ name, call, status }));
  return Object.fromEntries(sent.map(([header]) => [header, { $ref: `#/components/headers/${header}` }]));
}

/** The code of the example of a status. */
const codeOf = (status: number): string =>
  (USUAL_CODES as Record<number, string>)[status] ??
  Object.entries(REFUSAL_CODES).find(([, [of]]) => [of].flat().includes(status as never))?.[0] ??
  '';

/** The shared error responses: each with its headers and one example. */
export const sharedResponses = (): Json =>
  Object.fromEntries(
    Object.entries(RESPONSES).map(([status, [name, meaning, texts]]) => [
      name,
      {
        description: `${meaning} · ${texts.join(' · ')}`,
        headers: headersOf('listKeyBunches', api.listKeyBunches, Number(status)),
        content: {
          'application/json': {
            schema: refTo('Refusal'),
            examples: { example: { value: { message: texts[0], code: codeOf(Number(status)) } } },
          },
        },
      },
    ]),
  );
