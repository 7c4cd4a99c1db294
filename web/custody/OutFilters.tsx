import { useState } from 'react';
import { inNaturalOrder } from '../../shared/natural-order.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { byOf, type OutFilters } from './use-out.ts';

export type FilterProps = { filters: OutFilters; change: (patch: Partial<OutFilters>) => void };

const ORDERS = [
  { value: 'person', label: 'By person' },
  { value: 'due', label: 'By due time' },
] as const;

/** The options of the selects: visible locations and key types. */
function useChoices() {
  const { choices } = useLabels();
  const may = useMay();
  const { data } = useRead('listLocations', {}, { enabled: may('location:view') });
  const locations = (data ?? [])
    .map(({ id, name, type }) => ({ value: String(id), label: name, icon: locationIcon(type) }))
    .sort((a, b) => inNaturalOrder(a.label, b.label));
  return { locations, types: choices('keyTypes') };
}

const Search = ({ filters, change }: FilterProps) => (
  <SearchInput
    label="Search what is out"
    placeholder="Search by set ID, person, firm or premises"
    value={filters.search}
    onValueChange={(search) => change({ search })}
  />
);

const Order = ({ filters, change, block }: FilterProps & { block?: boolean }) => (
  <Segmented
    label="Order"
    block={block}
    value={byOf(filters.by)}
    onValueChange={(by) => change({ by: by === 'due' ? 'due' : '' })}
    segments={ORDERS}
  />
);

/** Filters and order, in a row. */
export function OutFilterBar({ filters, change }: FilterProps) {
  const { locations, types } = useChoices();
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="min-w-60 flex-1">
        <Search filters={filters} change={change} />
      </div>
      {locations.length > 0 && (
        <div className="w-40">
          <Select
            aria-label="Location"
            none="All locations"
            value={filters.location}
            onValueChange={(location) => change({ location })}
            options={locations}
          />
        </div>
      )}
      <div className="w-36">
        <Select
          aria-label="Type"
          none="All types"
          value={filters.type}
          onValueChange={(type) => change({ type })}
          options={types}
        />
      </div>
      <Order filters={filters} change={change} />
    </div>
  );
}

/** The same in a sheet on a phone; applied by its footer button. */
export function OutFilterSheet({ filters, change, onClose }: FilterProps & { onClose: () => void }) {
  const [draft, setDraft] = useState(filters);
  const { locations, types } = useChoices();
  const set = (patch: Partial<OutFilters>) => setDraft({ ...draft, ...patch });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Filters"
      cancelLabel={null}
      onSubmit={() => {
        change(draft);
        onClose();
      }}
      foot={
        <Button type="submit" variant="primary">
          Show results
        </Button>
      }
    >
      <div className="grid gap-4">
        <Search filters={draft} change={set} />
        <Order filters={draft} change={set} block />
        {locations.length > 0 && (
          <Field label="Location">
            <Select
              none="All locations"
              value={draft.location}
              onValueChange={(location) => set({ location })}
              options={locations}
            />
          </Field>
        )}
        <Field label="Type">
          <Select
            none="All types"
            value={draft.type}
            onValueChange={(type) => set({ type })}
            options={types}
          />
        </Field>
      </div>
    </Dialog>
  );
}
