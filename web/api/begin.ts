import { hashKey, type QueryKey } from '@tanstack/react-query';
import { api, type CallName, type ReadName } from '../../shared/api.ts';
import { meets } from '../../shared/permissions.ts';
import type { Me } from '../../shared/user.ts';
import type { Input } from './call.ts';
import { firstPageOf, type ListName } from './list.ts';
import { begun, queries } from './queries.ts';
import { readOf } from './read.ts';

/** Prefetches a read before its screen renders, if permitted. */
export function beginRead<N extends ReadName>(name: N, input: Input<N> = {}): void {
  const read = readOf(name, input);
  if (isAllowed(name, read.queryKey)) void queries.prefetchQuery(read);
}

/** Prefetches the first page of a list before its screen renders, if permitted. */
export function beginList<N extends ListName>(name: N, input: Input<N>): void {
  const read = firstPageOf(name, input);
  if (isAllowed(name, read.queryKey)) void queries.prefetchInfiniteQuery(read);
}

function isAllowed(name: CallName, key: QueryKey): boolean {
  const me = queries.getQueryData<Me | null>(['getMe', {}]);
  if (!me || me.factorDue || !meets(api[name].needs, me)) return false;
  begun.add(hashKey(key));
  return true;
}
