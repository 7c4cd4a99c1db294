import type { QueryOf } from '../../shared/api.ts';
import { HISTORY_LIMIT_MAX, HISTORY_PAGE } from '../../shared/limits.ts';
import type { More } from '../api/list.ts';
import { usePagedList } from '../list/list-state.ts';

type Query = NonNullable<QueryOf<'listMovements'>>;

/** Query of the next page while the last one was full. Ids are stable, so new movements do not shift pages. */
const after =
  (limit: number): More<'listMovements'> =>
  ({ data, total = 0, atLeast }, loaded) => {
    const last = data.at(-1);
    return last && data.length >= limit && (atLeast || loaded < total)
      ? { before: String(last.id) }
      : undefined;
  };

/** The movements that match: 50 at a time on the screen, all of them in print. */
export function useMovements(query: Query) {
  const input = (limit: number) => ({ query: { ...query, limit: String(limit) } });
  return usePagedList('listMovements', input(HISTORY_PAGE), after(HISTORY_PAGE), {
    printed: input(HISTORY_LIMIT_MAX),
    printedMore: after(HISTORY_LIMIT_MAX),
  });
}
