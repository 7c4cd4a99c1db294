import {
  api,
  type BodyOf,
  type CallName,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../../shared/api.ts';
import type { AuditMember } from '../../shared/audit.ts';
import type { AlreadySeen } from '../../shared/audit-actions.ts';
import type { RefusedItem } from '../../shared/custody.ts';
import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import type { Factor } from '../../shared/second-factor.ts';
import { DOUBT_MS, isOffline, isOthers, noteAnswer, noteSilence } from './connection.ts';
import { noteServerTime } from './server-clock.ts';

/** The body of a refusal. */
export type Refused = {
  message?: string;
  /** Set on the device: nothing was sent for want of signal. */
  unsent?: boolean;
  detail?: string;
  code?: string;
  identifier?: string;
  /** For a conflicting open audit: its start and its id. */
  since?: string;
  auditSessionId?: number;
  /** For a room handover that is open already: its id. */
  roomHandoverId?: number;
  /** For a set that was scanned before: the count that counts. */
  already?: AlreadySeen;
  /** For a completion: members who may still have counts to send. */
  unheard?: Pick<AuditMember, 'userId' | 'user' | 'heardAt' | 'unsent'>[];
  happened?: { action: 'issue' | 'return'; name: string; at: string };
  /** For a sign-in with the right password: the second factors. */
  secondFactor?: Factor[];
  errors?: Record<string, string>;
  /** For several key sets: each refused one, with the reason. */
  items?: RefusedItem[];
};

/** A failed call. The message is "status: body text", or the status text for an empty body. `status` 0 means no response. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: Refused;
  /** The request id in the server's log; null without a response. */
  readonly reference: string | null;

  constructor(status: number, statusText: string, text: string, reference: string | null = null) {
    super(status === 0 ? text : `${status}: ${text || statusText}`);
    this.status = status;
    this.body = parsed(text);
    this.reference = reference;
  }

  /** Whether the device was offline, so that nothing was sent. */
  get unsent(): boolean {
    return this.status === 0 && this.message === NO_SIGNAL;
  }
}

/** From an error response with the body `text`. */
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

/** A call's input: path ids, query values and body. */
export type Input<N extends CallName> = {
  params?: ParamsOf<N>;
  query?: QueryOf<N>;
  body?: BodyOf<N>;
};
/** Whether the device has no network at all, so that nothing it sends can arrive. */
export const hasNoNetwork = (): boolean => globalThis.navigator?.onLine === false;

/** Timeout in milliseconds; longer for large bodies such as photos. */
const LIMIT_MS = 15_000;
const LARGE_LIMIT_MS = 120_000;
const LARGE_BODY = 100_000;
/** Calls that process many records; longer timeout. */
const LONG: ReadonlySet<CallName> = new Set<CallName>([
  'bulkMove',
  'verifyHistory',
  'runImport',
  'undoImport',
]);

export type Options = { key?: string; ifMatch?: string; signal?: AbortSignal };
/** `atLeast`: `total` is a lower bound. */
export type Answer<N extends CallName> = {
  data: ReplyOf<N>;
  total: number;
  atLeast: boolean;
  next: string | null;
};

/** The URL of a call. */
export function urlOf<N extends CallName>(name: N, input: Input<N> = {}): string {
  const params: Record<string, number | string> = { ...input.params };
  const path = api[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return query.length > 0
    ? `${path}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`
    : path;
}

/** Sends a call with cookies and a JSON body if any. Throws ApiError, also after the timeout, and the reason of `signal` when aborted. */
export async function call<N extends CallName>(
  name: N,
  input: Input<N> = {},
  options: Options = {},
): Promise<Answer<N>> {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const late = AbortSignal.timeout(
    LONG.has(name) || (body?.length ?? 0) > LARGE_BODY ? LARGE_LIMIT_MS : LIMIT_MS,
  );
  const [sent, began, without] = [Date.now(), performance.now(), hasNoNetwork()];
  const doubt = setTimeout(noteSilence, DOUBT_MS, began);
  const unanswered = (error: unknown): never => {
    clearTimeout(doubt);
    if (options.signal?.aborted) throw error;
    noteSilence(began);
    throw new ApiError(0, '', without && hasNoNetwork() ? NO_SIGNAL : READ_FAILED);
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
  if (reply.ok && isOthers(reply)) return unanswered(null);
  clearTimeout(doubt);
  noteAnswer(began);
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

/** Title of a failed read: the specified text, or "No signal" where the device knows that it has none (decision 0030). */
export const failedTitle = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 && (error.unsent || isOffline()) ? NO_SIGNAL : READ_FAILED;

/** The server's message, or else `failedTitle`. */
export const failedText = (error: unknown): string =>
  (error instanceof ApiError && error.body.message) || failedTitle(error);
