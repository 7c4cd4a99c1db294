import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type ActionName,
  api,
  type BodyOf,
  type CallName,
  type ParamsOf,
  type QueryOf,
  type ReadName,
  type ReplyOf,
} from '../shared/api.ts';
import { ACTION_MESSAGES, READ_FAILED } from '../shared/messages.ts';
import { type ToastContent, toast } from './ui/overlay/toast.ts';

/** A refusal's body (DECISIONS table c). */
type Refused = {
  message?: string;
  detail?: string;
  code?: string;
  identifier?: string;
  happened?: { action: 'issue' | 'return'; name: string; at: string };
  errors?: Record<string, string>;
};

/**
 * A call that did not succeed (SPEC section 8): the message is the status, a colon, a space and the body's text, or the status text
 * when the body is empty. `status` 0 means that no answer came.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: Refused;

  constructor(status: number, statusText: string, text: string) {
    super(status === 0 ? text : `${status}: ${text || statusText}`);
    this.status = status;
    this.body = parsed(text);
  }
}

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
type Options = { key?: string; ifMatch?: string; signal?: AbortSignal };
type Answer<N extends CallName> = { data: ReplyOf<N>; total: number; next: string | null };

/** The address of a call. */
export function urlOf<N extends CallName>(name: N, input: Input<N> = {}): string {
  const params: Record<string, number | string> = { ...input.params };
  const path = api[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return query.length > 0
    ? `${path}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`
    : path;
}

/** Makes a call: cookies always go along, a body only when there is one, as JSON. Throws ApiError. */
export async function call<N extends CallName>(
  name: N,
  input: Input<N> = {},
  options: Options = {},
): Promise<Answer<N>> {
  const { body } = input;
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (options.key) headers['idempotency-key'] = options.key;
  if (options.ifMatch) headers['if-match'] = `"${options.ifMatch}"`;
  const reply = await fetch(urlOf(name, input), {
    method: api[name].method,
    credentials: 'include',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, '', READ_FAILED);
  });
  const text = await reply.text();
  if (!reply.ok) throw new ApiError(reply.status, reply.statusText, text);
  const json = reply.headers.get('content-type')?.includes('json');
  return {
    data: (json ? JSON.parse(text) : text) as ReplyOf<N>,
    total: Number(reply.headers.get('x-total-count') ?? Number.NaN),
    next: reply.headers.get('x-next-cursor'),
  };
}

/** Reads never go stale on their own, do not refetch on focus, do not poll and are not retried (SPEC section 7). */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
    },
    mutations: { retry: false },
  },
});

/** What to do when a signed-in person's session has ended; `session.tsx` sets it. Answers whether they signed in again. */
type Expired = () => Promise<boolean>;
let onExpired: Expired = () => Promise.resolve(false);
export const whenExpired = (handler: Expired): void => {
  onExpired = handler;
};

/** Makes a call once more after the session was renewed in place (DECISIONS S-05). */
export async function again<T>(name: CallName, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 401 && name !== 'getMe' && name !== 'logIn';
    if (!expired || !(await onExpired())) throw error;
    return run();
  }
}

type ReadOptions = {
  enabled?: boolean;
  refetchInterval?: number;
  keepPrevious?: boolean;
  /** Asked anew by everyone who begins to use it: a dialog must not start from what was read an hour ago. */
  fresh?: boolean;
};

/** Reads a call of the contract. `data` is undefined until it came; `error` is an ApiError. */
export function useRead<N extends ReadName>(name: N, input: Input<N> = {}, options: ReadOptions = {}) {
  return useQuery<ReplyOf<N>, ApiError>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => (await again(name, () => call(name, input, { signal }))).data,
    enabled: options.enabled ?? true,
    ...(options.refetchInterval && { refetchInterval: options.refetchInterval }),
    ...(options.fresh && { refetchOnMount: 'always' as const }),
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  });
}

type ListName = 'listKeyBunches' | 'listMovements' | 'getKeyBunchHistory';

/**
 * Reads a list page by page. `more` makes the query of the next page from the last one's; `total` is the number of all matches,
 * not of what is loaded.
 */
export function useList<N extends ListName>(
  name: N,
  input: Input<N>,
  more: (last: Answer<N>, loaded: number) => QueryOf<N> | undefined,
  options: { enabled?: boolean } = {},
) {
  const list = useInfiniteQuery<
    Answer<N>,
    ApiError,
    InfiniteData<Answer<N>>,
    unknown[],
    QueryOf<N> | undefined
  >({
    queryKey: [name, 'pages', input],
    queryFn: ({ signal, pageParam }) =>
      again(name, () =>
        call(name, { ...input, query: Object.assign({}, input.query, pageParam) as QueryOf<N> }, { signal }),
      ),
    initialPageParam: undefined,
    getNextPageParam: (last, pages) =>
      more(
        last,
        pages.reduce((sum, page) => sum + page.data.length, 0),
      ),
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
  });
  return {
    ...list,
    items: list.data?.pages.flatMap((page) => page.data as ReplyOf<N>[number][]),
    total: list.data?.pages[0]?.total,
  };
}

const WAITS_MS = [500, 1500, 4000];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms * (0.75 + Math.random() / 2)));

/** Sends an intention until an answer is known: no answer and 503 are tried again, with the same key, so that it happens once. */
async function insist<N extends ActionName>(name: N, input: Input<N>, options: Options): Promise<ReplyOf<N>> {
  for (const wait of [...WAITS_MS, null]) {
    try {
      return (await call(name, input, options)).data;
    } catch (error) {
      const unknown = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (!unknown || wait === null || !options.key) throw error;
      await pause(wait);
    }
  }
  throw new ApiError(0, '', READ_FAILED);
}

/** Calls that nobody's company bounds; the server ignores a key there, so trying again could do it twice. */
const OPEN = new Set<ActionName>([
  'logIn',
  'logOut',
  'setUpCompany',
  'forgotPassword',
  'checkLink',
  'resetPassword',
  'changePassword',
]);

type ActionOptions = {
  /** In place of the contract's own wording. */
  messages?: { done: { title: string; description?: string } | null; failed: string };
  /** The caller shows what failed itself. */
  quiet?: boolean;
  /** What to say of a failure, in place of the title Error and the server's message. */
  failure?: (error: ApiError) => Omit<ToastContent, 'variant'>;
};
export type ActionInput<N extends ActionName> = Input<N> & { ifMatch?: string };

/**
 * An action of the contract. `run` sends it once per intention, says how it went and refreshes what is on screen; it answers the
 * reply, or null when it failed (the error stands in `error`, and the refusal's field messages in `error.body.errors`).
 */
export function useAction<N extends ActionName>(name: N, options: ActionOptions = {}) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const intention = useRef<{ sent: string; key: string } | null>(null);
  const { done, failed } = options.messages ?? ACTION_MESSAGES[name];

  async function run({ ifMatch, ...input }: ActionInput<N>): Promise<ReplyOf<N> | null> {
    const sent = JSON.stringify(input);
    if (intention.current?.sent !== sent) intention.current = { sent, key: crypto.randomUUID() };
    const key = OPEN.has(name) ? undefined : intention.current.key;
    setPending(true);
    setError(null);
    try {
      const send = () =>
        insist(name, input as Input<N>, { ...(key && { key }), ...(ifMatch && { ifMatch }) });
      const reply = await again(name, send);
      intention.current = null;
      // Not awaited: a long list takes its time, and the word about what happened must not wait for it.
      void client.invalidateQueries();
      if (done) toast({ ...done, variant: 'success' });
      return reply;
    } catch (thrown) {
      const problem = thrown instanceof ApiError ? thrown : new ApiError(0, '', READ_FAILED);
      // Without an answer it is not known what happened: the same intention keeps its key.
      if (problem.status !== 0 && problem.status !== 503) intention.current = null;
      setError(problem);
      if (problem.status === 409) void client.invalidateQueries();
      if (!options.quiet) {
        const { message, detail } = problem.body;
        const description = [message || failed, detail].filter(Boolean).join('\n');
        const said = options.failure?.(problem) ?? { title: 'Error', description };
        toast({ ...said, variant: 'destructive' });
      }
      return null;
    } finally {
      setPending(false);
    }
  }
  return { run, pending, error };
}
