import { inNaturalOrder } from '../../shared/natural-order.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { type FilterSelect, ListFilterSheet, ListFilters } from '../ui/ListFilters.tsx';
import { byOf, type OutFilters } from './use-out.ts';

export type FilterProps = { filters: OutFilters; change: (patch: Partial<OutFilters>) => void };

const ORDERS = [
  { value: 'person', label: 'By person' },
  { value: 'due', label: 'By due time' },
] as const;

const SEARCH = {
  label: 'Search what is out',
  placeholder: 'Search by set ID, person, firm or premises',
};

/** Visible locations, if any, and key types. */
function useSelects(): FilterSelect<OutFilters>[] {
  const { choices } = useLabels();
  const may = useMay();
  const { data = [] } = useRead('listLocations', {}, { enabled: may('location:view') });
  const locations = data
    .map(({ id, name, type }) => ({ value: String(id), label: name, icon: locationIcon(type) }))
    .sort((a, b) => inNaturalOrder(a.label, b.label));
  const types = choices('keyTypes');
  const selects: FilterSelect<OutFilters>[] = [
    { name: 'location', label: 'Location', none: 'All locations', options: locations, width: 'w-40' },
    { name: 'type', label: 'Type', none: 'All types', options: types, width: 'w-36' },
  ];
  return selects.slice(locations.length > 0 ? 0 : 1);
}

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
export const OutFilterBar = (props: FilterProps) => (
  <ListFilters {...props} search={SEARCH} selects={useSelects()}>
    <Order {...props} />
  </ListFilters>
);

/** The same in a sheet on a phone. */
export const OutFilterSheet = (props: FilterProps & { onClose: () => void }) => (
  <ListFilterSheet {...props} search={SEARCH} selects={useSelects()}>
    {(draft, set) => <Order filters={draft} change={set} block />}
  </ListFilterSheet>
);
