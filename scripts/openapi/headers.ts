import { API_VERSIONS } from '../../server/http/reply.ts';
import { type Call, type CallName, isOpenToTokens, isPreCompany } from '../../shared/api.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { FEATURE_REFUSALS } from './refusals.ts';
import type { Schema } from './schemas.ts';

type Sent = { name: CallName; call: Call; status: number };

/** Calls beside PATCH that are based on a version of a record. */
const POSTS_OF_A_VERSION: readonly CallName[] = [
  'createFirstKioskNumber',
  'deleteKioskNumber',
  'inviteUser',
  'linkNfc',
  'renewKioskCode',
  'renewWebhookSecret',
  'useRound',
];

/** Calls whose reply says itself what follows. */
const OTHER_PAGES: CallName[] = ['getLocationReport'];
/** Paged lists that are not counted. */
const UNCOUNTED: CallName[] = ['listAudits', 'listAuditLogs', 'listDeliveries', 'listLocations', 'listUsers'];
type Header = { description: string; schema: Schema; example: unknown };

const isList = ({ name, call, status }: Sent): boolean =>
  status < 300 && isPaged(call) && !OTHER_PAGES.includes(name);
const isCounted = (sent: Sent): boolean => isList(sent) && !UNCOUNTED.includes(sent.name);
const fieldsOf = (schema: unknown): Record<string, unknown> =>
  (schema as { _zod?: { def: { shape?: Record<string, unknown> } } } | undefined)?._zod?.def.shape ?? {};
const isPaged = ({ query }: Call): boolean => ['cursor', 'before'].some((field) => field in fieldsOf(query));

/** THE HEADERS OF RESPONSES: a new one is a line here, and when it is sent. */
export const RESPONSE_HEADERS: Record<string, Header & { when(sent: Sent): boolean }> = {
  'X-Request-Id': {
    description: 'The id of the request. The operator finds the call in the log by it.',
    schema: { type: 'string' },
    example: '5f0c7a2b9d3e4f61',
    when: () => true,
  },
  'Keyhold-Version': {
    description: 'The version of the API that the answer is of.',
    schema: { type: 'string' },
    example: API_VERSIONS[0],
    when: () => true,
  },
  'RateLimit-Policy': {
    description: 'The limits that the call counts towards: `q` calls in `w` seconds.',
    schema: { type: 'string' },
    example: '"calls";q=600;w=60',
    when: ({ name, status }) => isOpenToTokens(name) && (status < 300 || status === 429),
  },
  RateLimit: {
    description: 'What is left of them: `r` calls for `t` seconds.',
    schema: { type: 'string' },
    example: '"calls";r=598;t=42',
    when: ({ name, status }) => isOpenToTokens(name) && (status < 300 || status === 429),
  },
  ETag: {
    description: 'The version of the record: send it as `If-Match` with a change.',
    schema: { type: 'string' },
    example: '"2026-11-22T14:05:09.123456Z"',
    when: ({ call, status }) =>
      status < 300 && ['id', 'updatedAt'].every((field) => field in fieldsOf(call.reply)),
  },
  'X-Total-Count': {
    description: 'How many entries match in all.',
    schema: { type: 'integer' },
    example: 134,
    when: isCounted,
  },
  'X-Total-More': {
    description: 'Sent as `true` when more match than were counted.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
    when: isCounted,
  },
  'X-Next-Cursor': {
    description:
      'The `cursor` of the next page; missing on the last. Of the events it is the next `after`, and always sent.',
    schema: { type: 'string' },
    example: 'WyJIWS0xMiIsNDJd',
    when: (sent) =>
      (isList(sent) && 'cursor' in fieldsOf(sent.call.query)) ||
      (sent.name === 'listEvents' && sent.status < 300),
  },
  'Idempotent-Replayed': {
    description: 'Sent as `true` when the write had happened already, and this is its first answer.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
    when: ({ name, call, status }) => status < 300 && call.method !== 'GET' && !isPreCompany(name),
  },
  'Retry-After': {
    description: 'Seconds to wait before the call is made again.',
    schema: { type: 'integer' },
    example: 12,
    when: ({ status }) => status === 429 || status === 503,
  },
};

/** THE HEADERS OF REQUESTS beside the token: a new one is a line here, and which calls read it. */
export const REQUEST_HEADERS: Record<string, Header & { when(sent: Omit<Sent, 'status'>): boolean }> = {
  'Keyhold-Version': {
    description:
      'The version of the API that the program was written for; without it the oldest that the server speaks.',
    schema: { type: 'string' },
    example: API_VERSIONS[0],
    when: () => true,
  },
  'Idempotency-Key': {
    description:
      'A UUID of your choice. A write that is sent again with the same key happens once, and is answered as the first time.',
    schema: { type: 'string', format: 'uuid' },
    example: 'b7a4d3c2-1f0e-4d9c-8b7a-6f5e4d3c2b1a',
    when: ({ name, call }) => call.method !== 'GET' && !isPreCompany(name),
  },
  'If-Match': {
    description:
      'The `ETag` that the change is based on. If somebody else changed the record since, it is refused with 409.',
    schema: { type: 'string' },
    example: '"2026-11-22T14:05:09.123456Z"',
    when: ({ name, call }) =>
      (call.method === 'PATCH' || POSTS_OF_A_VERSION.includes(name)) &&
      (FEATURE_REFUSALS[name] ?? []).some(([, text]) => text === REFUSALS.stale),
  },
};
