import {
  api,
  type BodyOf,
  type CallName,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../../shared/api.ts';
import type { RefusedItem } from '../../shared/custody.ts';
import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import type { Factor } from '../../shared/second-factor.ts';
import { relativeTime } from '../ui/relative-time.ts';
import { noteReachable } from './reachable.ts';
import { noteServerTime } from './server-clock.ts';

/** A refusal's body. */
type Refused = {
  message?: string;
  detail?: string;
  code?: string;
  identifier?: string;
  /** Of an open audit that is in the way: when it began. */
  since?: string;
  happened?: { action: 'issue' | 'return'; name: string; at: string };
  /** Of a sign-in whose password was right: what is asked for besides. */
  secondFactor?: Factor[];
  errors?: Record<string, string>;
  /** Of several key sets: every one that was refused, and why. */
  items?: RefusedItem[];
};

/**
 * What a refusal adds to its message: what another user did first is said with when, as this person reads times. The reference of a fault
 * is shown with every error instead.
 */
export const detailOf = ({ detail, happened }: Refused): string | undefined =>
  detail?.startsWith('Reference ')
    ? undefined
    : detail && happened
      ? `${detail.replace(/\.$/, '')} ${relativeTime(happened.at).toLowerCase()}.`
      : detail;

/**
 * A call that did not succeed: the message is the status, a colon, a space and the body's text, or the status text
 * when the body is empty. `status` 0 means that no answer came.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: Refused;
  /** What the server's log has the call under; null when no answer came. */
  readonly reference: string | null;

  constructor(status: number, statusText: string, text: string, reference: string | null = null) {
    super(status === 0 ? text : `${status}: ${text || statusText}`);
    this.status = status;
    this.body = parsed(text);
    this.reference = reference;
  }

  /** Whether the device had no network, so that nothing reached the server. */
  get unsent(): boolean {
    return this.status === 0 && this.message === NO_SIGNAL;
  }
}

/** Of a reply that is no success, whose body is `text`. */
export const errorOf = (reply: Response, text: string): ApiError =>
  new ApiError(reply.status, reply.statusText, text, reply.headers.get('x-request-id'));

function parsed(text: string): Refused {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** What a call is given: ids for its path, values for its query string, a body. */
export type Input<N extends CallName> = {
  params?: ParamsOf<N>;
  query?: QueryOf<N>;
  body?: BodyOf<N>;
};
/** Whether the device knows that it has no network. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** How long an answer is waited for, in milliseconds; a large body, such as a photo, has longer to travel. */
const LIMIT_MS = 15_000;
const LARGE_LIMIT_MS = 120_000;
const LARGE_BODY = 100_000;
/** What goes through much at once, and has longer too. */
const LONG: ReadonlySet<CallName> = new Set<CallName>([
  'bulkMove',
  'verifyHistory',
  'runImport',
  'undoImport',
]);

export type Options = { key?: string; ifMatch?: string; signal?: AbortSignal };
/** `atLeast`: there are more than `total`, which is as far as was counted. */
export type Answer<N extends CallName> = {
  data: ReplyOf<N>;
  total: number;
  atLeast: boolean;
  next: string | null;
};

/** The address of a call. */
export function urlOf<N extends CallName>(name: N, input: Input<N> = {}): string {
  const params: Record<string, number | string> = { ...input.params };
  const path = api[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return query.length > 0
    ? `${path}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`
    : path;
}

/**
 * Makes a call: cookies always go along, a body only when there is one, as JSON. Throws ApiError, also when no answer came in time, and
 * what `signal` says when that ended it.
 */
export async function call<N extends CallName>(
  name: N,
  input: Input<N> = {},
  options: Options = {},
): Promise<Answer<N>> {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const late = AbortSignal.timeout(
    LONG.has(name) || (body?.length ?? 0) > LARGE_BODY ? LARGE_LIMIT_MS : LIMIT_MS,
  );
  const [sent, offline] = [Date.now(), isOffline()];
  const unanswered = (error: unknown): never => {
    if (options.signal?.aborted) throw error;
    noteReachable(false);
    throw new ApiError(0, '', offline && isOffline() ? NO_SIGNAL : READ_FAILED);
  };
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.key) headers['idempotency-key'] = options.key;
  if (options.ifMatch) headers['if-match'] = `"${options.ifMatch}"`;
  const reply = await fetch(urlOf(name, input), {
    method: api[name].method,
    credentials: 'include',
    headers,
    ...(body !== undefined && { body }),
    signal: options.signal ? AbortSignal.any([options.signal, late]) : late,
  }).catch(unanswered);
  noteReachable(true);
  noteServerTime(reply.headers.get('date'), sent);
  const text = await reply.text().catch(unanswered);
  if (!reply.ok) throw errorOf(reply, text);
  const json = reply.headers.get('content-type')?.includes('json');
  return {
    data: (json ? JSON.parse(text) : text) as ReplyOf<N>,
    total: Number(reply.headers.get('x-total-count') ?? Number.NaN),
    atLeast: reply.headers.get('x-total-more') === 'true',
    next: reply.headers.get('x-next-cursor'),
  };
}
