import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import {
  type Api,
  api,
  type BodyOf,
  type CallName,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../../shared/api.ts';
import { REFUSAL_CODES, type RefusalCode } from '../refusal-codes.ts';

/** The answer to a call. `body` is the reply, or the refusal when the status is not a success. */
export type Answer<N extends CallName> = {
  status: number;
  body: ReplyOf<N> & {
    message?: string;
    detail?: string;
    errors?: Record<string, string>;
    code?: string;
    happened?: { action: string; name: string; at: string };
    auditSessionId?: number;
    unheard?: { userId: number; unsent: number }[];
  };
  headers: Record<string, string | string[] | number | undefined>;
};

/** The input of a call. */
export type Input<N extends CallName> = {
  params?: { [K in keyof ParamsOf<N>]: number | string };
  query?: Partial<Record<keyof NonNullable<QueryOf<N>>, string | number>>;
  body?: BodyOf<N> | Record<string, unknown> | undefined;
  headers?: Record<string, string>;
  /** The body of a call that reads a file. */
  file?: Buffer;
};

/** A caller with their cookie (none for a visitor). */
export type Person = {
  id: number;
  email: string;
  companyId: number | null;
  cookie: string | undefined;
  call<N extends CallName>(name: N, input?: Input<N>): Promise<Answer<N>>;
};

/** Every refusal has a code of the published list, with its status. */
function checkCode(status: number, { code, message }: { code?: string; message?: string }): void {
  const known = REFUSAL_CODES[code as RefusalCode];
  if (!known || !([known[0]].flat() as number[]).includes(status))
    throw new Error(`The code of ${status} "${message}" is ${code} (server/refusal-codes.ts)`);
}

/** The calls of a test, through HTTP, to the server that `app` returns. */
export function makeCalls(app: () => FastifyInstance) {
  async function call<N extends CallName>(
    cookie: string | undefined,
    name: N,
    input: Input<N> = {},
  ): Promise<Answer<N>> {
    const { method, path } = api[name];
    const params: Record<string, string | number> = { ...input.params };
    const query = Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]);
    const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
    const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key]))) + search;
    const zip = 'file' in api[name] && { 'content-type': 'application/zip' };
    const headers = { ...(cookie && { cookie }), ...zip, ...input.headers };
    return request<N>(method, url, zip ? (input.file ?? Buffer.from('none')) : input.body, headers);
  }

  async function request<N extends CallName>(
    method: Api[CallName]['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<N>> {
    const isLive = url.startsWith('/api/live');
    const reply = await app().inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && {
        payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
      }),
      ...(isLive && { payloadAsStream: true }),
    });
    // A stream has no end; its beginning counts as its answer.
    if (isLive && reply.statusCode === 200) {
      reply.stream().destroy();
      return { status: 200, body: '', headers: reply.headers } as Answer<N>;
    }
    const json = String(reply.headers['content-type'] ?? '').startsWith('application/json');
    if (reply.statusCode >= 400 && json && !isLive) checkCode(reply.statusCode, reply.json());
    return {
      status: reply.statusCode,
      body: isLive ? JSON.parse(await text(reply.stream())) : json ? reply.json() : reply.body,
      headers: reply.headers,
    } as Answer<N>;
  }

  const cookieFrom = (headers: Answer<CallName>['headers']): string => {
    const set = ([] as (string | number | undefined)[]).concat(headers['set-cookie'] as string[])[0];
    return String(set).split(';')[0] ?? '';
  };

  const visitor: Person = {
    id: 0,
    email: '',
    companyId: null,
    cookie: undefined,
    call: (name, input) => call(undefined, name, input),
  };

  /** The person with that cookie. */
  const withCookie = (about: Pick<Person, 'id' | 'email' | 'companyId'>, cookie: string): Person => ({
    ...about,
    cookie,
    call: (name, input) => call(cookie, name, input),
  });

  /** A program with an API token made by `maker`. */
  const program = (token: string, maker: Person): Person => ({
    ...maker,
    cookie: undefined,
    call: (name, input) =>
      call(undefined, name, {
        ...input,
        headers: { authorization: `Bearer ${token}`, ...input?.headers },
      } as never),
  });
  return { request, cookieFrom, visitor, withCookie, program };
}
