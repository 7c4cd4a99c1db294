import { useState } from 'react';
import { useRead } from '../../api/read.ts';
import { count } from '../../format.ts';
import { Combobox } from '../../ui/form/Combobox.tsx';
import { SearchInput } from '../../ui/form/SearchInput.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import type { PremisesList } from './use-premises.ts';

/** So many clients come without a search; of more than these one is found by typing. */
const ALL_CLIENTS = 50;

/** Search, client, and the order. */
export function PremisesFilterBar({ list: { filters, change } }: { list: PremisesList }) {
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

/** The clients to choose from; one that only the address knows among them. */
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
