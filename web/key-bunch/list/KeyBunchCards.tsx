import { memo, useEffect, useId, useRef } from 'react';
import { contentsOf, opensText } from '../../../shared/opens-text.ts';
import { MoreFailed } from '../../api/ReadFailed.tsx';
import { Identifier, Opens, TagText, TypeTag } from '../../BunchText.tsx';
import { DueText } from '../../custody/CustodyText.tsx';
import { shortClass, shortText } from '../../custody/due-lines.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { useWindowRows } from '../../ui/WindowRows.tsx';
import { actionsOf, KEY_ACTIONS } from '../key-actions.tsx';
import { changedSinceIssue, isLongOut, longOutClass, StatusBadge } from '../StatusBadge.tsx';
import { EntryStrip, ToSend } from '../ToSend.tsx';
import { type KeyBunchRowProps, type KeyRowsProps, MatchLine, WhereaboutsLine } from './KeyBunchRow.tsx';
import { moveAmongRows } from './key-input.ts';

const SKELETONS = ['a', 'b', 'c', 'd'];
const CARD = 176;
const GAP = 10;

/** The key list as cards, for a narrow window. */
export function KeyBunchCards({ list, rights, onAct, first, of, searched, seen, parted }: KeyRowsProps) {
  const box = useRef<HTMLUListElement>(null);
  const { bunches, total, atLeast, waiting, stale, hasMore, moreFailed, more, onDraw } = list;
  const { rows, before, after, measure } = useWindowRows({
    box,
    count: bunches.length,
    height: CARD,
    gap: GAP,
    onNearEnd: () => !moreFailed && more(),
    first,
    of,
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
      {/* Separate from the one above: moving an element would make the page jump. */}
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

/** Placeholder of a card. */
const KeyBunchCardSkeleton = () => (
  <Panel aria-hidden className="h-[153px]">
    <div className="flex justify-between px-4 pt-3.5">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-[22px] w-18 rounded-full" />
    </div>
    <Skeleton className="mt-3 ml-4 h-3.5 w-40" />
    <Skeleton className="mt-3.5 ml-4 h-5 w-48" />
  </Panel>
);

/** A bunch as a card, with its actions. */
const KeyBunchCard = memo(function KeyBunchCard(props: KeyBunchRowProps) {
  const { bunch, index, rights, onAct } = props;
  const id = useId();
  const [first, ...others] = actionsOf(bunch, rights);
  // Four actions have no room for icons.
  const close = others.length > 2;
  return (
    <Panel data-key-row="">
      <BunchSummary {...props} id={id} />
      <EntryStrip id={bunch.id} className="border-t bg-soft/40 px-4 py-2.5" />
      <div className="flex flex-wrap">
        {[first ?? 'details', ...others].map((kind, place) => {
          const { icon: Picture, label, short } = KEY_ACTIONS[kind];
          const leads = place === 0 && kind !== 'details';
          return (
            <button
              key={place === 0 ? 'first' : kind}
              type="button"
              aria-label={label}
              aria-describedby={id}
              onClick={() => onAct({ kind, id: bunch.id }, index)}
              className={cx(
                'flex min-h-12 items-center justify-center gap-2 border-t text-label font-medium whitespace-nowrap transition-colors not-first:border-l hover:bg-soft/50 focus-visible:-outline-offset-2 active:bg-soft',
                leads ? (close ? 'flex-[2]' : 'flex-[1.25]') : 'flex-1 text-muted',
              )}
            >
              {(leads || !close) && <Picture aria-hidden className="size-[17px]" />}
              {leads ? label : short}
            </button>
          );
        })}
      </div>
    </Panel>
  );
});

/** ID, what it opens, holder and location. */
function BunchSummary({ bunch, rights, searched, seen, id }: KeyBunchRowProps & { id: string }) {
  const { holder, issuedAt, dueAt, position } = bunch;
  const what = opensText(bunch);
  const short = shortText(bunch);
  const late = !dueAt && isLongOut(bunch);
  const twoTimes = changedSinceIssue(bunch);
  return (
    <div className="flex flex-col gap-1 px-4 pt-2.5 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Identifier
          id={id}
          bunch={bunch}
          linked={rights.history}
          searched={searched}
          className="-my-1.5 inline-flex min-h-11 min-w-0 items-center text-[1.0625rem] font-semibold tracking-tight wrap-anywhere"
        />
        <ToSend id={bunch.id} className="ml-auto" />
        <StatusBadge status={bunch.status} />
      </div>
      <Opens bunch={bunch} searched={searched} className="-mt-1.5 text-body" />
      <div className={cx('flex flex-wrap items-baseline justify-between gap-x-3', !what && '-mt-1.5')}>
        <span className="text-label text-muted">
          <TagText bunch={bunch} searched={searched} /> · {contentsOf(bunch)}
        </span>
        {holder && (
          <span className="ml-auto flex min-w-0 gap-1 text-label">
            <span className="truncate">{holder.name}</span>{' '}
            {dueAt && (
              <span className="shrink-0 text-muted">
                · <DueText at={dueAt} narrow />
              </span>
            )}
            {issuedAt && twoTimes && !dueAt && (
              <span className={late ? longOutClass : 'text-muted'}>
                · <Time at={issuedAt} />
              </span>
            )}
          </span>
        )}
      </div>
      {short && <p className={cx('text-label font-medium', shortClass)}> {short}</p>}
      <MatchLine
        bunch={bunch}
        searched={searched}
        otherwise={<WhereaboutsLine bunch={bunch} seen={seen} />}
      />
      <div className="mt-1 flex items-center gap-2.5">
        <TypeTag type={bunch.type} />
        <span className="flex min-w-0 items-center gap-1.5 text-label">
          <LocationIcon type={bunch.location.type} />
          <span className="truncate">
            {bunch.location.name}
            {position && <span className="text-muted"> · {position}</span>}
          </span>
        </span>
        <Time
          at={bunch.lastUpdated}
          className={cx('ml-auto text-hint', late && !twoTimes ? longOutClass : 'text-muted')}
        />
      </div>
    </div>
  );
}
