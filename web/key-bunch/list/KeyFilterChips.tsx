import { FilterChip } from '../../ui/FilterChip.tsx';
import type { KeyChoices } from '../key-choices.ts';
import { CHECKS, type ChangeFilters, filterCount, type KeyFilters, WATCHES } from './key-filters.ts';

/** The filters in force, each with a cross. */
export function KeyFilterChips({
  filters,
  choices,
  onChange,
}: {
  filters: KeyFilters;
  choices: KeyChoices;
  onChange: ChangeFilters;
}) {
  if (filterCount(filters) === 0) return null;
  const status = choices.statuses.find(({ value }) => value === filters.status);
  const type = choices.types.find(({ value }) => value === filters.type);
  const watch = WATCHES.find(({ value }) => value === filters.watch);
  const check = CHECKS.find(({ value }) => value === filters.check);
  const location = choices.locations.find(({ value }) => value === filters.location);
  return (
    <div className="flex flex-wrap gap-2">
      {status && (
        <FilterChip label={status.label} dot={status.tint} onClick={() => onChange({ status: '' })} />
      )}
      {type && <FilterChip label={type.label} onClick={() => onChange({ type: '' })} />}
      {location && (
        <FilterChip label={location.label} icon={location.icon} onClick={() => onChange({ location: '' })} />
      )}
      {watch && <FilterChip label={watch.label} onClick={() => onChange({ watch: '' })} />}
      {check && <FilterChip label={check.label} onClick={() => onChange({ check: '' })} />}
    </div>
  );
}
