import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import { countAtLeast } from '../../format.ts';
import { ImportButton } from '../../import/ImportButton.tsx';
import { PrintButton } from '../../print/PrintButton.tsx';
import { useMay } from '../../session.tsx';
import { MoreFailed } from '../../shell/MoreFailed.tsx';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { AsOf } from '../../ui/AsOf.tsx';
import { Button } from '../../ui/Button.tsx';
import { DidYouMean } from '../../ui/DidYouMean.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { useDialogState } from '../../ui/overlay/dialog-state.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { PremisesDialog } from '../PremisesDialog.tsx';
import { PremisesFilterBar } from './PremisesFilterBar.tsx';
import { PremisesListPaper } from './PremisesListPaper.tsx';
import { PremisesRows } from './PremisesRows.tsx';
import { type PremisesList, usePremises } from './use-premises.ts';

/** What the sets open: clients' buildings and units. */
export function PremisesListPage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const list = usePremises();
  const dialog = useDialogState<null>();
  const asOf = <AsOf at={list.readAt} refreshing={list.refreshing} onRefresh={list.retry} />;
  const add = may(api.createPremises.needs) && (
    <Button variant="primary" icon={Plus} onClick={() => dialog.show(null)}>
      Add premises
    </Button>
  );
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Premises"
          subtitle={phone ? undefined : 'What your keys open, and whose it is.'}
          right={
            <>
              {!phone && asOf}
              <PrintButton paper={list.paper} small={phone} />
              {!phone && <ImportButton kind="premises" />}
              {!phone && add}
            </>
          }
        />
        <PremisesFilterBar list={list} />
        <Known list={list}>{phone && asOf}</Known>
        <Body list={list} />
      </div>
      {list.paper.printing && <PremisesListPaper list={list} />}
      {phone && add && <FootBar>{add}</FootBar>}
      {dialog.shown && <PremisesDialog key={dialog.shown.turn} {...dialog.props} premises={null} />}
    </>
  );
}

/** How many the filters keep. */
function Known({ list, children }: { list: PremisesList; children: ReactNode }) {
  const { total, atLeast, failed } = list;
  if (failed) return null;
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3">
      <p role="status" className="text-hint text-muted tabular-nums phone:text-label">
        {total === undefined ? '\u00a0' : `Showing ${countAtLeast(total, atLeast, 'premises', 'premises')}`}
      </p>
      {children}
    </div>
  );
}

function Body({ list }: { list: PremisesList }) {
  const { premises, failed, retry, narrowed, change, hasMore, moreFailed, more, loadingMore } = list;
  if (failed) return <ReadFailed error={failed} onRetry={retry} />;
  if (premises?.length === 0)
    return narrowed ? (
      <EmptyState
        title="No premises match"
        action={<Button onClick={() => change({ search: '', client: '' })}>Clear filters</Button>}
      />
    ) : (
      <EmptyState
        title="No premises yet"
        hint="Add what your keys open, then choose it when you add or edit a set."
      />
    );
  return (
    <>
      {!list.stale && premises && (
        <DidYouMean
          nothing="No premises match"
          searched={list.filters.search.trim()}
          found={premises}
          onSearch={(search) => change({ search })}
          className="mb-3"
        />
      )}
      <PremisesRows list={list} />
      {hasMore && (
        <div className="mt-3 flex justify-center phone:*:w-full">
          {moreFailed ? (
            <MoreFailed onRetry={more} />
          ) : (
            <Button pending={loadingMore} onClick={more}>
              Load more
            </Button>
          )}
        </div>
      )}
    </>
  );
}
