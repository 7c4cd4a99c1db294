import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../shared/api.ts';
import { useRead } from '../api/read.ts';
import { count, countAtLeast } from '../format.ts';
import { ImportButton } from '../import/ImportButton.tsx';
import { PrintButton, PrintedTable, PrintFrame } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { MoreFailed, ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { DidYouMean } from '../ui/DidYouMean.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Combobox } from '../ui/form/Combobox.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { AsOf } from '../ui/Time.tsx';
import { PremisesDialog } from './PremisesDialog.tsx';
import { PremisesRows } from './PremisesRows.tsx';
import { type PremisesList, usePremises } from './use-premises.ts';

/** Premises: clients' buildings and units. */
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

/** Number of matches. */
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

const COLUMNS = [
  { title: 'Premises', width: 'w-[24%]' },
  { title: 'Address', width: 'w-[30%]' },
  { title: 'Client', width: 'w-[20%]' },
  { title: 'Reference', width: 'w-[12%]' },
  { title: 'Sets', width: 'w-[7%]', num: true },
  { title: 'Out', width: 'w-[7%]', num: true },
] as const;

/** Printed list, with the number of sets held for each. */
function PremisesListPaper({ list }: { list: PremisesList }) {
  const { paper, filters, total, atLeast, readAt } = list;
  return (
    <PrintFrame
      title="Premises"
      filters={[filters.client, filters.search.trim() && `"${filters.search.trim()}"`]}
      rows={{ printed: paper.rows.length, total, atLeast, noun: 'premises', plural: 'premises' }}
      asOf={new Date(readAt)}
    >
      <PrintedTable columns={COLUMNS}>
        {paper.rows.map(({ id, name, address, postcode, client, reference, isActive, sets, out }) => (
          <tr key={id}>
            <td className="font-semibold">
              {name}
              {!isActive && <span className="block font-normal text-muted">Inactive</span>}
            </td>
            <td>{[address, postcode].filter(Boolean).join(', ')}</td>
            <td>{client}</td>
            <td>{reference}</td>
            <td className="text-right tabular-nums">{sets}</td>
            <td className="text-right tabular-nums">{out}</td>
          </tr>
        ))}
      </PrintedTable>
    </PrintFrame>
  );
}

/** Clients listed without a search; with more, one is found by typing. */
const ALL_CLIENTS = 50;

/** Search, client and order. */
function PremisesFilterBar({ list: { filters, change } }: { list: PremisesList }) {
  const phone = useMedia(PHONE);
  const { data: clients = [] } = useRead('listClients');
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="min-w-60 flex-1 phone:min-w-0 phone:basis-full">
        <SearchInput
          label="Search premises"
          placeholder={phone ? 'Name, address, client' : 'Search by name, address, client or reference'}
          value={filters.search}
          onValueChange={(search) => change({ search })}
        />
      </div>
      {(clients.length > 0 || filters.client) && (
        <>
          <div className="w-56 phone:w-auto phone:min-w-36 phone:flex-1">
            {clients.length < ALL_CLIENTS ? (
              <Select
                aria-label="Client"
                none="All clients"
                value={filters.client}
                onValueChange={(client) => change({ client })}
                options={named(clients, filters.client)}
              />
            ) : (
              <ClientSearch
                key={filters.client}
                client={filters.client}
                onChoose={(client) => change({ client })}
              />
            )}
          </div>
          <Segmented
            label="Order"
            value={filters.by === 'client' ? 'client' : 'name'}
            onValueChange={(by) => change({ by: by === 'client' ? by : '' })}
            segments={[
              { value: 'name', label: 'By name' },
              { value: 'client', label: 'By client' },
            ]}
          />
        </>
      )}
    </div>
  );
}

/** Options for the client, including one known only from the address. */
function named(clients: readonly { name: string }[], chosen: string) {
  const known = clients.map(({ name }) => ({ value: name, label: name }));
  return !chosen || known.some(({ value }) => value === chosen)
    ? known
    : [{ value: chosen, label: chosen }, ...known];
}

type SearchProps = { client: string; onChoose: (client: string) => void };

function ClientSearch({ client, onChoose }: SearchProps) {
  const [typed, setTyped] = useState(client);
  const { data: found = [] } = useRead(
    'listClients',
    { query: typed && typed !== client ? { q: typed } : {} },
    { keepPrevious: true },
  );
  return (
    <Combobox
      aria-label="Client"
      placeholder="All clients"
      value={typed}
      onValueChange={(text) => {
        setTyped(text);
        if (text === '') onChoose('');
      }}
      found
      onPick={({ value }) => onChoose(value)}
      suggestions={found.map(({ name, premises }) => ({
        id: name,
        label: name,
        value: name,
        hint: count(premises, 'premises', 'premises'),
      }))}
    />
  );
}
