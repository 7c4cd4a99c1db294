import type { ReactNode } from 'react';
import { MoreFailed, ReadFailed } from '../api/ReadFailed.tsx';
import { count, countAtLeast } from '../format.ts';
import { PrintButton, type PrintedColumn, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';
import type { ListState, PrintedState } from './list-state.ts';

type AsOfProps = { list: Pick<ListState<never>, 'readAt' | 'refreshing' | 'retry'>; className?: string };

/** When the list was read, with a button to read it again. */
export const ListAsOf = ({ list: { readAt, refreshing, retry }, className }: AsOfProps) => (
  <AsOf at={readAt} refreshing={refreshing} onRefresh={retry} className={className} />
);

type PageProps<T> = {
  title: string;
  subtitle?: string | undefined;
  list: PrintedState<T>;
  /** More actions on wide screens, before the primary one. */
  actions?: ReactNode;
  /** The primary action: in the head, on phones at the foot. */
  add?: ReactNode;
  /** At the right of the head on phones. */
  onPhone?: ReactNode;
  /** At the foot on phones, instead of `add`. */
  foot?: ReactNode;
  headClass?: string | undefined;
  /** Without actions, as an empty list shows its first step instead. */
  bare?: boolean;
  /** The list on paper: the filters in words, and what a row is called. */
  printed: {
    filters?: readonly (string | null | undefined | false)[];
    columns: readonly PrintedColumn<T>[];
    noun: string;
    plural?: string;
  };
  /** Filters and rows. */
  children: ReactNode;
};

/** The page of a list: head with its actions, filters, rows, and the list on paper. */
export function ListPage<T extends { id: number }>({
  title,
  subtitle,
  list,
  actions,
  add,
  onPhone,
  foot = add,
  headClass,
  bare = false,
  printed: { filters = [], columns, ...noun },
  children,
}: PageProps<T>) {
  const phone = useMedia(PHONE);
  const { paper, total, atLeast, readAt } = list;
  const onWide = (
    <>
      <ListAsOf list={list} />
      <PrintButton paper={paper} />
      {actions}
      {add}
    </>
  );
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title={title}
          subtitle={subtitle}
          right={!bare && (phone ? onPhone : onWide)}
          className={headClass}
        />
        {children}
      </div>
      {paper.printing && (
        <PrintFrame
          title={title}
          filters={filters}
          rows={{ printed: paper.rows.length, total, atLeast, ...noun }}
          asOf={new Date(readAt)}
        >
          <PrintedTable columns={columns} rows={paper.rows} />
        </PrintFrame>
      )}
      {phone && foot && !bare && <FootBar>{foot}</FootBar>}
    </>
  );
}

type CountProps = { list: ListState<unknown>; children: ReactNode };

/** The number of matches over the rows; on phones with the time of reading. */
export function ListCount({ list, children }: CountProps) {
  const phone = useMedia(PHONE);
  if (list.failed) return null;
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3">
      <p role="status" className="text-hint text-muted tabular-nums phone:text-label">
        {children || '\u00a0'}
      </p>
      {phone && <ListAsOf list={list} />}
    </div>
  );
}

type BodyProps<T> = {
  list: ListState<T>;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** The text that was searched for. */
  searched?: string;
  children: ReactNode;
};

/** The rows with a button for more, or why there are none. */
export function ListBody<T>({ list, empty, searched, children }: BodyProps<T>) {
  if (list.failed) return <ReadFailed error={list.failed} onRetry={list.retry} searched={searched} />;
  if (list.items?.length === 0) return empty;
  return (
    <>
      {children}
      {list.hasMore && (
        <div className="mt-3 flex justify-center phone:*:w-full">
          {list.moreFailed ? (
            <MoreFailed onRetry={list.more} />
          ) : (
            <Button pending={list.loadingMore} onClick={list.more}>
              Load more
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type MeantProps = {
  list: ListState<{ meant?: string | undefined }>;
  nothing: string;
  searched: string;
  onSearch: (text: string) => void;
};

/** Over the rows: no exact match, and what may be meant. */
export const ListMeant = ({ list: { items, stale }, searched, ...rest }: MeantProps) =>
  !stale && items && <DidYouMean {...rest} searched={searched.trim()} found={items} className="mb-3" />;

type NothingProps = { title: string; hint?: string; onClear: () => void };

/** Shown when filters leave nothing. */
export const NothingMatches = ({ onClear, ...words }: NothingProps) => (
  <EmptyState {...words} action={<Button onClick={onClear}>Clear filters</Button>} />
);

type Props<T> = {
  list: ListState<T>;
  /** Shown beside the count. */
  besideCount: ReactNode;
  /** Shown instead of an empty list. */
  nothing: ReactNode;
  /** Renders the items; undefined while loading. */
  children: (items: readonly T[] | undefined) => ReactNode;
};

/** The count, then the entries of a history, or why there are none. */
export function PagedList<T>({ list, besideCount, nothing, children }: Props<T>) {
  const { items, stale, error, moreFailed } = list;
  const phone = useMedia(PHONE);
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-2">
        <CountLine list={list} />
        {phone && <ListAsOf list={list} />}
        {besideCount}
      </div>
      <ListBody list={list} empty={nothing}>
        <div
          aria-busy={!items || stale}
          className={cx('transition-opacity duration-150', stale && 'opacity-60')}
        >
          {children(items)}
        </div>
        {error && !moreFailed && (
          <div className="mt-4">
            <ReadFailed error={error} onRetry={list.retry} />
          </div>
        )}
      </ListBody>
    </>
  );
}

/** "Showing 50 of 312 results" while more remain, then "Showing all 312 results"; keeps its height. */
function CountLine({ list }: { list: ListState<unknown> }) {
  const { items, total, atLeast, stale, failed, hasMore } = list;
  const shown = stale ? undefined : items?.length;
  return (
    <p role="status" className="min-h-[18px] empty:-mr-3.5 text-hint text-muted tabular-nums">
      {shown === undefined && !failed && <Skeleton className="h-[18px] w-40" />}
      {shown !== undefined &&
        shown > 0 &&
        (hasMore
          ? `Showing ${shown.toLocaleString('en-US')} of ${countAtLeast(total ?? shown, atLeast, 'result')}`
          : `Showing all ${count(shown, 'result')}`)}
    </p>
  );
}

/** Maximum number of suggestions named. */
const SUGGESTIONS_MAX = 3;

type DidYouMeanProps = {
  /** The text for no matches: "No key sets match". */
  nothing: string;
  searched: string;
  /** The results, each with its corrected text where it is a fuzzy match. */
  found: readonly { meant?: string | undefined }[];
  /** Searches for a suggestion. */
  onSearch: (text: string) => void;
  className?: string | undefined;
};

/** Shown above fuzzy results: no exact match, and the suggestions. */
export function DidYouMean({ nothing, searched, found, onSearch, className }: DidYouMeanProps) {
  const meant = meaningsOf(found);
  if (meant.length === 0) return null;
  return (
    <p role="status" className={cx('text-body text-pretty', className)}>
      {nothing} “{searched}”. Did you mean{' '}
      {meant.map((text, index) => (
        <span key={text}>
          {index > 0 && (index === meant.length - 1 ? ' or ' : ', ')}
          <button type="button" className={linkClass} onClick={() => onSearch(text)}>
            {text}
          </button>
        </span>
      ))}
      ?
    </p>
  );
}

/** The suggestions, without duplicates, ignoring case and accents. */
function meaningsOf(found: DidYouMeanProps['found']): string[] {
  const meant = found.flatMap((one) => one.meant ?? []);
  const first = (text: string) => meant.find((one) => one.toLowerCase() === text.toLowerCase());
  return [...new Set(meant.map((text) => first(text) ?? text))].slice(0, SUGGESTIONS_MAX);
}
