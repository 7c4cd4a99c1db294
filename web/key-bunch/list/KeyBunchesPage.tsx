import { X } from 'lucide-react';
import { count } from '../../format.ts';
import { PrintButton } from '../../print/PrintButton.tsx';
import { PrintFrame } from '../../print/PrintFrame.tsx';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { AsOf } from '../../ui/AsOf.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { useDialogState } from '../../ui/overlay/dialog-state.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type KeyBunchDialog, KeyBunchDialogs } from '../dialogs/KeyBunchDialogs.tsx';
import { useKeyRights } from '../key-rights.ts';
import { AddSetButton } from './AddSetButton.tsx';
import { KeyBunchBanner } from './KeyBunchBanner.tsx';
import { KeyBunchCards } from './KeyBunchCards.tsx';
import { KeyBunchFilters } from './KeyBunchFilters.tsx';
import { KeyBunchFoot } from './KeyBunchFoot.tsx';
import { KeyBunchTable } from './KeyBunchTable.tsx';
import { isFiltered, NO_FILTERS, useKeyFilters, wordsOf } from './key-filters.ts';
import { useKeyList } from './key-list.ts';
import { NoKeyBunches } from './NoKeyBunches.tsx';
import { PrintedBunches } from './PrintedBunches.tsx';
import { useTagFinder } from './use-tag-finder.ts';

/** Key Management (SPEC 2.8): the register as a table, on phones as cards; its filters stand in the address. */
export function KeyBunchesPage() {
  const phone = useMedia(PHONE);
  const rights = useKeyRights();
  const { filters, choices, ready, change } = useKeyFilters();
  const list = useKeyList(filters, ready);
  const dialog = useDialogState<KeyBunchDialog>();
  const add = rights.add ? () => dialog.show({ kind: 'add' }) : undefined;
  const scan = useTagFinder((id) => dialog.show({ kind: 'details', id }), dialog.shown === null);
  const clear = () => change({ ...NO_FILTERS, sort: filters.sort });

  const filtered = isFiltered(filters);
  const empty = list.total === 0 && !list.stale;
  // The empty register says itself what to do first.
  const offerAdd = empty && !filtered ? undefined : add;
  const banner = filters.status && <KeyBunchBanner status={filters.status} />;
  const found = (
    <p role="status" className="text-hint text-muted tabular-nums phone:text-label">
      {list.total === undefined ? (
        <Skeleton className="my-0.5 h-3.5 w-32" />
      ) : (
        `Showing ${count(list.total, 'result')}`
      )}
    </p>
  );

  const asOf = <AsOf at={list.readAt} refreshing={list.refreshing} onRefresh={list.retry} />;

  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Key Management"
          subtitle={phone ? undefined : 'Track, issue and move every key set across your sites.'}
          right={
            phone ? (
              !list.failed && (
                <>
                  {found}
                  {asOf}
                </>
              )
            ) : (
              <>
                <PrintButton paper={list.paper} />
                {offerAdd && <AddSetButton onClick={offerAdd} />}
              </>
            )
          }
          className="phone:mb-3!"
        />
        <KeyBunchFilters phone={phone} filters={filters} choices={choices} scan={scan} onChange={change} />
        {phone && banner}
        {!phone && !list.failed && (
          <div className="flex h-12 items-center gap-3">
            {found}
            {asOf}
            {banner}
            {filtered && !empty && (
              <Button size="sm" variant="ghost" icon={X} onClick={clear}>
                Clear filters
              </Button>
            )}
          </div>
        )}
        {list.failed ? (
          <div className="mt-4">
            <ReadFailed onRetry={list.retry} />
          </div>
        ) : empty ? (
          <NoKeyBunches onAdd={filtered ? undefined : add} onClear={filtered ? clear : undefined} />
        ) : phone ? (
          <KeyBunchCards list={list} rights={rights} onAct={dialog.show} />
        ) : (
          <KeyBunchTable
            list={list}
            rights={rights}
            onAct={dialog.show}
            sort={filters.sort}
            onSort={(sort) => change({ sort })}
          />
        )}
      </div>
      {list.paper.printing && (
        <PrintFrame
          title="Key Management"
          filters={wordsOf(filters, choices)}
          rows={{ printed: list.paper.rows.length, total: list.total, noun: 'key set' }}
          asOf={new Date(list.readAt)}
        >
          <PrintedBunches bunches={list.paper.rows} />
        </PrintFrame>
      )}
      {phone && !(empty && !filtered) && (
        <KeyBunchFoot filters={filters} choices={choices} onChange={change} onAdd={add} />
      )}
      <KeyBunchDialogs state={dialog} />
    </>
  );
}
