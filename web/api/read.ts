import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReadName, ReplyOf } from '../../shared/api.ts';
import type { Topic } from '../../shared/topic.ts';
import { type ApiError, call, type Input } from './call.ts';
import { isNews } from './queries.ts';
import { withReauthentication } from './reauthentication.ts';

type ReadOptions = {
  enabled?: boolean;
  refetchInterval?: number;
  keepPrevious?: boolean;
  /** Asked anew by everyone who begins to use it: a dialog must not start from what was read an hour ago. */
  fresh?: boolean;
  /** Of the topics that it is made of, those that its screen shows; none where the screen brings it up to date itself. */
  topics?: readonly Topic[];
};

/** How a call of the contract is read, wherever that begins. */
export const readOf = <N extends ReadName>(name: N, input: Input<N> = {}) => ({
  queryKey: [name, input],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<N>> =>
    (await withReauthentication(name, () => call(name, input, { signal }))).data,
});

/** Reads a call of the contract. `data` is undefined until it came; `error` is an ApiError. */
export function useRead<N extends ReadName>(name: N, input: Input<N> = {}, options: ReadOptions = {}) {
  return useQuery<ReplyOf<N>, ApiError>({
    ...readOf(name, input),
    retryOnMount: isNews,
    enabled: options.enabled ?? true,
    ...(options.refetchInterval && { refetchInterval: options.refetchInterval }),
    ...(options.fresh && { refetchOnMount: 'always' as const }),
    ...(options.topics && { meta: { topics: options.topics } }),
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  });
}
