import { KIND_LABELS, KINDS } from '../../shared/activity-words.ts';
import { api } from '../../shared/api.ts';
import { fullName } from '../../shared/user-name.ts';
import { useRead } from '../api/read.ts';
import { CustomRange } from '../movement/CustomRange.tsx';
import { DATE_FILTERS, dateFilterOf } from '../movement/date-filter.ts';
import { useMay } from '../session.tsx';
import { Select } from '../ui/form/Select.tsx';
import type { ActivityFilters } from './filters.ts';

const KIND_OPTIONS = KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** What narrows the activity: its kind, when, and by whom or about whom. */
export function ActivityFilterBar({ filters }: { filters: ActivityFilters }) {
  const mayList = useMay()(api.listUsers.needs);
  const { data: people = [] } = useRead('listUsers', {}, { enabled: mayList });
  const { kind, date, person, change } = filters;
  const options = people.map((one) => ({ value: String(one.id), label: fullName(one) }));
  // Whoever is asked for by the address alone is at least a choice.
  if (person && options.every(({ value }) => value !== person))
    options.unshift({ value: person, label: `Person ${person}` });
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <div className="w-56 phone:w-auto phone:flex-1">
        <Select
          aria-label="Kind"
          none="Everything"
          value={kind}
          onValueChange={(next) => void change({ kind: next })}
          options={KIND_OPTIONS}
        />
      </div>
      <div className="w-52 phone:w-auto phone:flex-1">
        <Select
          aria-label="Date"
          value={date}
          onValueChange={(next) => void change({ date: dateFilterOf(next) })}
          options={DATE_FILTERS}
        />
      </div>
      {options.length > 0 && (
        <div className="w-56 phone:w-full">
          <Select
            aria-label="Person"
            none="Everybody"
            value={person}
            onValueChange={(next) => void change({ person: next })}
            options={options}
          />
        </div>
      )}
      {date === 'custom' && <CustomRange filters={filters} className="basis-full" />}
    </div>
  );
}
