import { ACTION_FILTERS } from '../../shared/movement-words.ts';
import { useLabels } from '../setting/labels.ts';
import { SearchInput } from '../ui/form/SearchInput.tsx';
import { Select } from '../ui/form/Select.tsx';
import { CustomRange } from './CustomRange.tsx';
import { DATE_FILTERS } from './date-filter.ts';
import { type ActionFilter, type HistoryFilters, useTypedSearch } from './filters.ts';

export const SEARCH_LABEL = 'Search by set ID, location or user';

/** The filters side by side, for wide screens. */
export function HistoryFilterBar({ filters }: { filters: HistoryFilters }) {
  const { label } = useLabels();
  const [typed, setTyped] = useTypedSearch(filters);
  const { date, action, change } = filters;
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)_208px_160px] gap-2">
      <SearchInput label={SEARCH_LABEL} placeholder={SEARCH_LABEL} value={typed} onValueChange={setTyped} />
      <Select
        aria-label="Date"
        value={date}
        onValueChange={(value) => void change({ date: value as typeof date })}
        options={DATE_FILTERS}
      />
      <Select
        aria-label="Action"
        value={action}
        onValueChange={(value) => void change({ action: value as ActionFilter | '' })}
        none="All actions"
        options={ACTION_FILTERS.map((value) => ({ value, label: label('actions', value) }))}
      />
      {date === 'custom' && <CustomRange filters={filters} className="col-span-3 justify-end" />}
    </div>
  );
}
