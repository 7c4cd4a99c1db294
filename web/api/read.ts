import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallName, ReadName, ReplyOf } from '../../shared/api.ts';
import type { Topic } from '../../shared/topic.ts';
import { type Answer, ApiError, call, type Input } from './call.ts';
import { retryAfter } from './queries.ts';
import { withReauthentication } from './reauthentication.ts';

type ReadOptions = {
  enabled?: boolean;
  refetchInterval?: number;
  keepPrevious?: boolean;
  /** Read again on each mount: a dialog must not start from old data. */
  fresh?: boolean;
  /** Topics that refresh the read; empty where the screen updates it itself. */
  topics?: readonly Topic[];
};

/** Reads that are answered without signal from what the device keeps (kept/answers.ts). */
const ANSWERED: ReadonlySet<CallName> = new Set<CallName>([
  ...(['getMe', 'getCompany', 'getSettings', 'listLocations'] as const),
  ...(['listKeyBunches', 'getKeyBunch'] as const),
]);

/** A read, from the server; when no answer comes, from what the device keeps, if that has one. */
export async function orKept<N extends CallName>(
  name: N,
  input: Input<N>,
  read: () => Promise<Answer<N>>,
): Promise<Answer<N>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0 || !ANSWERED.has(name)) throw error;
    const kept = await import('./kept/answers.ts').then(
      ({ answerOf }) => answerOf(name, input),
      () => null,
    );
    if (!kept) throw error;
    return kept;
  }
}

/** Query options of a contract call. */
export const readOf = <N extends ReadName>(name: N, input: Input<N> = {}) => ({
  queryKey: [name, input],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<N>> =>
    (await orKept(name, input, () => withReauthentication(name, () => call(name, input, { signal })))).data,
});

/** Reads a contract call. `data` is undefined while loading; `error` is an ApiError. */
export function useRead<N extends ReadName>(name: N, input: Input<N> = {}, options: ReadOptions = {}) {
  const poll = options.refetchInterval;
  return useQuery<ReplyOf<N>, ApiError>({
    ...readOf(name, input),
    enabled: options.enabled ?? true,
    ...(poll && { refetchInterval: (query) => Math.min(poll, retryAfter(query)) }),
    ...(options.fresh && { refetchOnMount: 'always' as const }),
    ...(options.topics && { meta: { topics: options.topics } }),
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  });
}
