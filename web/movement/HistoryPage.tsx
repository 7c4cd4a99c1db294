import { HISTORY_PAGE } from '../../shared/limits.ts';
import { useList } from '../api/list.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { CountLine } from './CountLine.tsx';
import { ExportButton } from './ExportButton.tsx';
import { useHistoryFilters } from './filters.ts';
import { HistoryFilterBar } from './HistoryFilterBar.tsx';
import { HistoryFilterSheet } from './HistoryFilterSheet.tsx';
import { MovementCards } from './MovementCards.tsx';
import { MovementTable } from './MovementTable.tsx';
import { NoMovements } from './NoMovements.tsx';
import { PrintedFilters } from './PrintedFilters.tsx';

/** Every movement, newest first, with its filters (SPEC 2.11). */
export function HistoryPage() {
  const phone = useMedia(PHONE);
  const filters = useHistoryFilters();
  const list = useList(
    'listMovements',
    { query: { ...filters.query, limit: String(HISTORY_PAGE) } },
    ({ data, total }, loaded) => {
      const last = data.at(-1);
      return last && data.length === HISTORY_PAGE && loaded < total ? { before: String(last.id) } : undefined;
    },
  );
  const { items, total, isError, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = list;
  const failed = isError && !isFetchingNextPage && (!items || isPlaceholderData);
  const empty = items?.length === 0;

  return (
    <>
      <PageHead
        title="Movement History"
        subtitle="Every issue, return, move and change, newest first."
        right={<ExportButton query={filters.query} total={total} />}
      />
      {phone ? (
        <HistoryFilterSheet filters={filters} total={isPlaceholderData ? undefined : total} />
      ) : (
        <HistoryFilterBar filters={filters} />
      )}
      <PrintedFilters filters={filters} />
      <CountLine shown={items?.length} total={total} more={hasNextPage} empty={empty || failed} />
      {failed && <ReadFailed onRetry={refetch} />}
      {empty && !failed && <NoMovements filters={filters} />}
      {!empty && !failed && (
        <div
          aria-busy={!items || isPlaceholderData}
          className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-60')}
        >
          {phone ? <MovementCards movements={items} /> : <MovementTable movements={items} />}
        </div>
      )}
      {isError && items && !failed && (
        <div className="mt-4">
          <ReadFailed onRetry={list.isFetchNextPageError ? list.fetchNextPage : refetch} />
        </div>
      )}
      {hasNextPage && !failed && (
        <div className="mt-4 flex justify-center print:hidden phone:*:w-full">
          <Button pending={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
