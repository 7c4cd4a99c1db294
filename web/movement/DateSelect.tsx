import { useId } from 'react';
import { Input } from '../ui/Input.tsx';
import { Select } from '../ui/Select.tsx';
import { DATE_FILTERS, type DateFilter, dateFilterOf } from './date-filter.ts';

/** The choice of dates. */
export function DateSelect({
  value,
  onValueChange,
  className,
}: {
  value: DateFilter;
  onValueChange: (value: DateFilter) => void;
  className?: string;
}) {
  return (
    <Select
      aria-label="Date"
      value={value}
      onValueChange={(next) => onValueChange(dateFilterOf(next))}
      options={DATE_FILTERS}
      className={className}
    />
  );
}

/** The two ends of a custom date filter, in local time; an empty one is open. */
export function DateEnds({
  from,
  to,
  onChange,
}: {
  from: string;
  to: string;
  onChange: (ends: { from: string; to: string }) => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <End label="From" value={from} max={to} onChange={(next) => onChange({ from: next, to })} />
      <End label="To" value={to} min={from} onChange={(next) => onChange({ from, to: next })} />
    </div>
  );
}

function End({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 text-label text-muted phone:w-full">
      <label htmlFor={id} className="phone:w-12">
        {label}
      </label>
      <Input
        id={id}
        type="datetime-local"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="w-52! phone:w-full!"
      />
    </div>
  );
}
