import type { ReactNode } from 'react';
import type { ApiError } from '../api/call.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type Props<T> = {
  title: string;
  /** The read of the whole list. */
  list: { data: readonly T[] | undefined; error: ApiError | null; refetch: () => unknown };
  /** At the right of the title. */
  right: ReactNode;
  /** What an empty list would have. */
  nothing: string;
  /** A row, as an `li`. */
  row: (one: T) => ReactNode;
  /** The dialogs of the list. */
  children: ReactNode;
};

/** A short list in a panel, with its number and the button that adds to it. */
export function PanelList<T>({
  title,
  list: { data, error, refetch },
  right,
  nothing,
  row,
  children,
}: Props<T>) {
  return (
    <Panel>
      <PanelHead title={title} count={data?.length || undefined} className="touch:py-1.5" right={right} />
      {/* What is known stays: that it may be out of date is said for the whole page. */}
      {error && !data && (
        <div className="p-4">
          <ReadFailed error={error} onRetry={refetch} />
        </div>
      )}
      {!error && !data && (
        <div className="grid gap-3 p-4">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-4 w-48" />
        </div>
      )}
      {data?.length === 0 && <p className="p-4 text-label text-pretty text-muted">{nothing}</p>}
      {data && data.length > 0 && <ul className="divide-y">{data.map(row)}</ul>}
      {children}
    </Panel>
  );
}
