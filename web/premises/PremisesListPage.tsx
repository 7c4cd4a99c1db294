import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { Premises } from '../../shared/premises.ts';
import { useList } from '../api/list.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { ImportButton } from '../import/ImportButton.tsx';
import { useMay } from '../session.tsx';
import { MoreFailed } from '../shell/MoreFailed.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { AsOf } from '../ui/AsOf.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PremisesDialog } from './PremisesDialog.tsx';

const route = getRouteApi('/premises');
const WAITING = [1, 2, 3, 4, 5, 6];
const next = (last: { next: string | null }) => (last.next ? { cursor: last.next } : undefined);

/** What the sets open: clients' buildings and units. */
export function PremisesListPage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const { search, client } = route.useSearch();
  const navigate = route.useNavigate();
  const q = search.trim();
  const list = useList('listPremises', { query: { ...(q && { q }), ...(client && { client }) } }, next);
  const readAt = useAsOf(list);
  const dialog = useDialogState<null>();
  const clear = () => void navigate({ search: {} });
  const add = may(api.createPremises.needs) && (
    <Button variant="primary" icon={Plus} onClick={() => dialog.show(null)}>
      Add premises
    </Button>
  );
  const asOf = (
    <AsOf at={readAt} refreshing={list.isRefetching && !list.isFetchingNextPage} onRefresh={list.refetch} />
  );
  const { items } = list;
  return (
    <>
      <PageHead
        title="Premises"
        subtitle="What your keys open, and whose it is."
        right={
          phone ? (
            asOf
          ) : (
            <>
              {asOf}
              <ImportButton kind="premises" />
              {add}
            </>
          )
        }
      />
      <Filters />
      {!items && list.error ? (
        <ReadFailed onRetry={list.refetch} />
      ) : items?.length === 0 ? (
        q || client ? (
          <EmptyState title="No premises match" action={<Button onClick={clear}>Clear filters</Button>} />
        ) : (
          <EmptyState
            title="No premises yet"
            hint="Add what your keys open, then name it where a set is added or edited."
          />
        )
      ) : (
        <Panel aria-busy={!items || list.isPlaceholderData}>
          <ul className={cx('divide-y transition-opacity', list.isPlaceholderData && 'opacity-60 delay-300')}>
            {items?.map((one) => (
              <Row key={one.id} premises={one} />
            ))}
            {!items &&
              WAITING.map((row) => (
                <li key={row} className="flex min-h-[57px] items-center px-4">
                  <Skeleton className="h-4 w-60" />
                </li>
              ))}
          </ul>
        </Panel>
      )}
      {list.hasNextPage && items && (
        <div className="mt-3 flex justify-center">
          {list.isFetchNextPageError ? (
            <MoreFailed onRetry={() => void list.fetchNextPage()} />
          ) : (
            <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load more
            </Button>
          )}
        </div>
      )}
      {phone && add && <FootBar>{add}</FootBar>}
      {dialog.shown && <PremisesDialog key={dialog.shown.turn} {...dialog.props} premises={null} />}
    </>
  );
}

function Filters() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { data: clients = [] } = useRead('listClients');
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="min-w-60 flex-1 phone:min-w-0 phone:basis-full">
        <SearchInput
          label="Search premises"
          placeholder="Search by name, address, client or reference"
          value={filters.search}
          onValueChange={(search) =>
            void navigate({ search: (last) => ({ ...last, search }), replace: true })
          }
        />
      </div>
      {clients.length > 0 && (
        <div className="w-56 phone:w-full">
          <Select
            aria-label="Client"
            none="All clients"
            value={filters.client}
            onValueChange={(client) => void navigate({ search: (last) => ({ ...last, client }) })}
            options={clients.map(({ name }) => ({ value: name, label: name }))}
          />
        </div>
      )}
    </div>
  );
}

const Row = ({
  premises: { id, name, address, postcode, client, isActive, sets, out },
}: {
  premises: Premises;
}) => (
  <li className="relative flex min-h-[57px] items-center gap-4 px-4 py-2 hover:bg-soft/50 touch:min-h-[68px]">
    <div className="min-w-0 flex-1">
      <Link
        to="/premises/$id"
        params={{ id: String(id) }}
        className={cx(
          'block truncate rounded-sm font-medium underline-offset-2 after:absolute after:inset-0 hover:underline',
          !isActive && 'text-muted',
        )}
      >
        {name}
      </Link>
      <p className="truncate text-hint text-muted">{[address, postcode].filter(Boolean).join(', ')}</p>
    </div>
    <p className="w-1/4 truncate text-muted phone:hidden">{client}</p>
    <p className="w-28 text-right tabular-nums">
      {sets === 0 ? <span className="text-muted">No sets</span> : count(sets, 'set')}
      {out > 0 && <span className="block text-hint text-muted">{out} out</span>}
    </p>
  </li>
);
