import { useEffect, useRef } from 'react';
import { MoreFailed } from '../../shell/MoreFailed.tsx';
import { cx } from '../../ui/cx.ts';
import { type FirstRow, useWindowRows } from '../../ui/window-rows.ts';
import type { KeyBunchDialog } from '../key-bunch-dialog.ts';
import type { KeyRights } from '../key-rights.ts';
import { KeyBunchCard } from './KeyBunchCard.tsx';
import { KeyBunchCardSkeleton } from './KeyBunchCardSkeleton.tsx';
import type { KeyList } from './key-list.ts';
import { moveAmongRows } from './row-focus.ts';

const SKELETONS = ['a', 'b', 'c', 'd'];
const CARD = 176;
const GAP = 10;

/** The key list as cards, for a narrow window. */
export function KeyBunchCards({
  list,
  rights,
  onAct,
  first,
  searched,
  seen,
  parted,
}: {
  list: KeyList;
  rights: KeyRights;
  onAct: (dialog: KeyBunchDialog, index: number) => void;
  first: FirstRow;
  searched: string;
  seen: boolean;
  /** Where sets follow that have only a part of what was searched. */
  parted: number | null;
}) {
  const box = useRef<HTMLUListElement>(null);
  const { bunches, total, atLeast, waiting, stale, hasMore, moreFailed, more, onDraw } = list;
  const { rows, before, after, measure } = useWindowRows({
    box,
    count: bunches.length,
    height: CARD,
    gap: GAP,
    onNearEnd: () => !moreFailed && more(),
    first,
  });
  useEffect(() => onDraw(rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0));
  return (
    <>
      <ul
        ref={box}
        onKeyDown={moveAmongRows}
        aria-label="Key sets"
        aria-busy={waiting || stale}
        className={cx('flex flex-col gap-2.5 transition-opacity', stale && 'opacity-60 delay-300')}
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {rows.map(({ index }) => {
          const bunch = bunches[index];
          return (
            bunch && (
              <li
                key={bunch.id}
                ref={measure}
                data-index={index}
                aria-setsize={atLeast ? -1 : (total ?? -1)}
                aria-posinset={index + 1}
              >
                {index === parted && (
                  <p className="mb-2 border-t-2 border-muted/60 pt-1.5 text-hint text-muted">Other matches</p>
                )}
                <KeyBunchCard {...{ bunch, index, rights, onAct, seen }} searched={bunch.meant ?? searched} />
              </li>
            )
          );
        })}
      </ul>
      {moreFailed ? (
        <div className="pt-4">
          <MoreFailed onRetry={more} />
        </div>
      ) : (
        hasMore && (
          <div key="more" className="mt-2.5">
            <KeyBunchCardSkeleton />
          </div>
        )
      )}
      {/* Apart from the one above: an element that the list pushes away makes the page jump. */}
      {waiting && (
        <div key="waiting" className="flex flex-col gap-2.5">
          {SKELETONS.map((key) => (
            <KeyBunchCardSkeleton key={key} />
          ))}
        </div>
      )}
    </>
  );
}
