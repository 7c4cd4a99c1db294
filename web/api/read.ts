import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallName, ReadName, ReplyOf } from '../../shared/api.ts';
import type { Topic } from '../../shared/topic.ts';
import { offlineSince } from '../ui/shared-value.ts';
import { type Answer, ApiError, call, type Input } from './call.ts';
import { isOffline } from './connection.ts';
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

/**
 * A read, from the server; from what the device keeps, if that has one, when no answer comes, and as soon as the device is offline: a request
 * can hang until its timeout.
 */
export async function orKept<N extends CallName>(
  name: N,
  input: Input<N>,
  read: () => Promise<Answer<N>>,
): Promise<Answer<N>> {
  const kept = () =>
    import('./kept/answers.ts')
      .then(({ answerOf }) => answerOf(name, input))
      // A browser can refuse to store.
      .catch(() => null);
  const keptOffline = async () => isOffline() && kept();
  const found = await keptOffline();
  if (found) return found;
  let stop: () => void = () => undefined;
  const instead = new Promise<Answer<N>>((resolve) => {
    stop = offlineSince.subscribe(async () => {
      const late = await keptOffline();
      if (late) resolve(late);
    });
  });
  try {
    return await Promise.race([instead, read()]);
  } catch (error) {
    const late = error instanceof ApiError && error.status === 0 && (await kept());
    if (!late) throw error;
    return late;
  } finally {
    stop();
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
