import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../api/read.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { type FilterSelect, ListFilterSheet, ListFilters } from '../ui/ListFilters.tsx';
import { byOf, type ReservedFilters } from './use-reserved.ts';

const ORDERS = [
  { value: 'time', label: 'By time' },
  { value: 'person', label: 'By person' },
  { value: 'hook', label: 'By hook' },
] as const;
const SEARCH = {
  label: 'Search what is reserved',
  placeholder: 'Search by set ID, person, firm or premises',
};

type FilterProps = { filters: ReservedFilters; change: (patch: Partial<ReservedFilters>) => void };

/** Visible locations, where there are several. */
function useSelects(): FilterSelect<ReservedFilters>[] {
  const may = useMay();
  const { data = [] } = useRead('listLocations', {}, { enabled: may('location:view') });
  const options = data.map(({ id, name, type }) => ({
    value: String(id),
    label: name,
    icon: locationIcon(type),
  }));
  if (options.length < 2) return [];
  return [{ name: 'location', label: 'Location', none: 'All locations', options, width: 'w-44' }];
}

const Order = ({ filters, change, block }: FilterProps & { block?: boolean }) => (
  <Segmented
    label="Order"
    block={block}
    value={byOf(filters.by)}
    onValueChange={(by) => change({ by: by === 'time' ? '' : by })}
    segments={ORDERS}
  />
);

/** Search, location and order: in a row. */
export const Filters = (props: FilterProps) => (
  <ListFilters {...props} search={SEARCH} selects={useSelects()}>
    <Order {...props} />
  </ListFilters>
);

/** The same on a phone: a button that opens a sheet. */
export function FilterButton({ narrowed, ...props }: FilterProps & { narrowed: boolean }) {
  const [open, setOpen] = useState(false);
  const selects = useSelects();
  return (
    <>
      <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {narrowed ? 'Filters on' : 'Filters'}
      </Button>
      {open && (
        <ListFilterSheet {...props} search={SEARCH} selects={selects} onClose={() => setOpen(false)}>
          {(draft, set) => <Order filters={draft} change={set} block />}
        </ListFilterSheet>
      )}
    </>
  );
}
