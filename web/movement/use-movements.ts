import type { QueryOf } from '../../shared/api.ts';
import { HISTORY_LIMIT_MAX, HISTORY_PAGE } from '../../shared/limits.ts';
import type { Movement } from '../../shared/movement.ts';
import { readPages, useList } from '../api/list.ts';
import { usePaper } from '../print/use-paper.ts';

type Query = NonNullable<QueryOf<'listMovements'>>;

/** Query of the next page while the last one was full. Ids are stable, so new movements do not shift pages. */
const after =
  (limit: number) =>
  ({ data, total, atLeast }: { data: Movement[]; total: number; atLeast: boolean }, loaded: number) => {
    const last = data.at(-1);
    return last && data.length >= limit && (atLeast || loaded < total)
      ? { before: String(last.id) }
      : undefined;
  };

/** The movements that match: 50 at a time on the screen, all of them in print. */
export function useMovements(query: Query) {
  const list = useList(
    'listMovements',
    { query: { ...query, limit: String(HISTORY_PAGE) } },
    after(HISTORY_PAGE),
  );
  const paper = usePaper({
    loaded: list.isPlaceholderData ? undefined : list.items,
    total: list.isPlaceholderData ? undefined : list.total,
    atLeast: list.atLeast,
    failed: list.error !== null,
    key: JSON.stringify(query),
    readAll: (options) =>
      readPages(
        'listMovements',
        { query: { ...query, limit: String(HISTORY_LIMIT_MAX) } },
        after(HISTORY_LIMIT_MAX),
        options,
      ),
  });
  return { list, paper };
}
