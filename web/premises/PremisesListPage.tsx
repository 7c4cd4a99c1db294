import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import type { Premises } from '../../shared/premises.ts';
import { useRead } from '../api/read.ts';
import { count, countAtLeast } from '../format.ts';
import { ImportButton, ImportFirst } from '../import/ImportButton.tsx';
import { ListBody, ListCount, ListMeant, ListPage, NothingMatches } from '../list/ListPage.tsx';
import type { ListState } from '../list/list-state.ts';
import { PrintButton, type PrintedColumn } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Combobox } from '../ui/form/Combobox.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { ListFilters } from '../ui/ListFilters.tsx';
import { fadingClass, ListLines } from '../ui/ListRows.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel } from '../ui/Panel.tsx';
import { PremisesDialog } from './PremisesDialog.tsx';
import { groupsOf, usePremises } from './use-premises.ts';

/** Premises: clients' buildings and units. */
export function PremisesListPage() {
  const phone = useMedia(PHONE);
  const may = useMay();
  const { filters, change, list } = usePremises();
  const dialog = useDialogState<null>();
  const { client } = filters;
  const search = filters.search.trim();
  const total = list.stale ? undefined : list.total;
  const nothing =
    search || client ? (
      <NothingMatches title="No premises match" onClear={() => change({ search: '', client: '' })} />
    ) : (
      <EmptyState
        title="No premises yet"
        hint="Add what your keys open, then choose it when you add or edit a set."
        action={<ImportFirst kind="premises" second />}
      />
    );
  return (
    <>
      <ListPage
        title="Premises"
        subtitle={phone ? undefined : 'What your keys open, and whose it is.'}
        list={list}
        actions={<ImportButton kind="premises" />}
        add={
          may(api.createPremises.needs) && (
            <Button variant="primary" icon={Plus} onClick={() => dialog.show(null)}>
              Add premises
            </Button>
          )
        }
        onPhone={<PrintButton paper={list.paper} small />}
        printed={{
          filters: [client, search && `"${search}"`],
          columns: PRINTED,
          noun: 'premises',
          plural: 'premises',
        }}
      >
        <ListFilters
          filters={filters}
          change={change}
          search={{
            label: 'Search premises',
            placeholder: phone ? 'Name, address, client' : 'Search by name, address, client or reference',
          }}
        >
          <ClientAndOrder filters={filters} change={change} />
        </ListFilters>
        <ListCount list={list}>
          {total !== undefined && `Showing ${countAtLeast(total, list.atLeast, 'premises', 'premises')}`}
        </ListCount>
        <ListBody list={list} empty={nothing} searched={search}>
          <ListMeant
            list={list}
            nothing="No premises match"
            searched={search}
            onSearch={(text) => change({ search: text })}
          />
          <PremisesRows list={list} byClient={filters.by === 'client'} />
        </ListBody>
      </ListPage>
      {dialog.shown && <PremisesDialog key={dialog.shown.turn} {...dialog.props} premises={null} />}
    </>
  );
}

const PRINTED: readonly PrintedColumn<Premises>[] = [
  {
    title: 'Premises',
    width: 'w-[24%]',
    body: 'font-semibold',
    cell: ({ name, isActive }) => (
      <>
        {name}
        {!isActive && <span className="block font-normal text-muted">Inactive</span>}
      </>
    ),
  },
  {
    title: 'Address',
    width: 'w-[30%]',
    cell: ({ address, postcode }) => [address, postcode].filter(Boolean).join(', '),
  },
  { title: 'Client', width: 'w-[20%]', cell: ({ client }) => client },
  { title: 'Reference', width: 'w-[12%]', cell: ({ reference }) => reference },
  { title: 'Sets', width: 'w-[7%]', num: true, cell: ({ sets }) => sets },
  { title: 'Out', width: 'w-[7%]', num: true, cell: ({ out }) => out },
];

/** Clients listed without a search; with more, one is found by typing. */
const ALL_CLIENTS = 50;

/** The client and the order, for companies whose premises have clients. */
function ClientAndOrder({ filters, change }: Pick<ReturnType<typeof usePremises>, 'filters' | 'change'>) {
  const { data: clients = [] } = useRead('listClients');
  if (clients.length === 0 && !filters.client) return null;
  return (
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

type Props = { list: ListState<Premises>; byClient: boolean };

/** The loaded premises, by name or grouped by client. */
export function PremisesRows({ list: { items, stale }, byClient }: Props) {
  if (!items) return <ListLines rows={undefined}>{() => null}</ListLines>;
  return (
    <Panel aria-busy={stale}>
      <div className={fadingClass(stale)}>
        <Columns named={!byClient} />
        {!byClient && <Rows premises={items} named />}
        {byClient &&
          groupsOf(items).map(({ client, of, sets, out }) => (
            <section key={client ?? ''} className="border-t first:border-t-0">
              <h2 className="flex min-h-11 flex-wrap items-center gap-x-3 border-b bg-soft/40 px-4 py-2 font-semibold">
                <span className="min-w-0 wrap-anywhere">{client ?? 'No client'}</span>
                <span className="ml-auto text-hint font-normal text-muted tabular-nums">
                  {count(of.length, 'premises', 'premises')}, {sets === 0 ? 'no sets' : count(sets, 'set')}
                  {out > 0 && `, ${out} out`}
                </span>
              </h2>
              <Rows premises={of} named={false} />
            </section>
          ))}
      </div>
    </Panel>
  );
}

/** Column headings. */
const Columns = ({ named }: { named: boolean }) => (
  <div className="flex h-10 items-center gap-4 border-b bg-soft/60 px-4 text-hint font-medium text-muted max-sm:hidden">
    <span className="flex-1">Premises</span>
    {named && <span className="w-1/4">Client</span>}
    <span className="w-32 max-lg:hidden">Reference</span>
    <span className="w-24 text-right">Sets</span>
  </div>
);

const Rows = ({ premises, named }: { premises: readonly Premises[]; named: boolean }) => (
  <ul className="divide-y">
    {premises.map((one) => (
      <Row key={one.id} premises={one} named={named} />
    ))}
  </ul>
);

type RowProps = {
  premises: Premises;
  /** Whether rows name the client, as no group heading does. */
  named: boolean;
};

const Row = ({
  premises: { id, name, address, postcode, client, reference, isActive, sets, out },
  named,
}: RowProps) => (
  <li className="relative flex min-h-[57px] items-center gap-4 px-4 py-2 hover:bg-soft/50 touch:min-h-[68px]">
    <div className="min-w-0 flex-1">
      <p className="flex min-w-0 items-center gap-2">
        <Link
          to="/premises/$id"
          params={{ id: String(id) }}
          className="truncate rounded-sm font-medium underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        {!isActive && <Badge tint="gray">Inactive</Badge>}
      </p>
      <p className="truncate text-hint text-muted">{[address, postcode].filter(Boolean).join(', ')}</p>
      {named && client && <p className="truncate text-hint text-muted sm:hidden">{client}</p>}
    </div>
    {named && <p className="w-1/4 truncate text-muted max-sm:hidden">{client}</p>}
    <p className="w-32 truncate text-muted max-lg:hidden">{reference}</p>
    <p className="w-24 shrink-0 text-right tabular-nums phone:w-auto">
      {sets === 0 ? <span className="text-muted">No sets</span> : count(sets, 'set')}
      {out > 0 && <span className="block text-hint text-muted">{out} out</span>}
    </p>
  </li>
);
