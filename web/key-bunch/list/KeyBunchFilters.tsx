import { type ReactNode, useEffect, useRef, useState } from 'react';
import { codeInAddress } from '../../../shared/label-code.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import type { NfcScan } from '../../device/scan/nfc.ts';
import { FilterChip } from '../../ui/form/OptionButton.tsx';
import { SearchInput } from '../../ui/form/SearchInput.tsx';
import { Select, type SelectOption } from '../../ui/form/Select.tsx';
import { tintDot } from '../../ui/look.ts';
import { CameraButton, ScanTagButton } from '../ScanButtons.tsx';
import {
  ANY_CONDITION,
  CHECK_HEADING,
  CHECKS,
  type ChangeFilters,
  filterCount,
  type KeyChoices,
  type KeyFilters,
  WATCHES,
} from './key-filters.ts';

/** Search and filters above the list; on phones the filters are in a sheet. */
export function KeyBunchFilters({
  phone,
  filters,
  choices,
  scan,
  onChange,
  onEnter,
  onLabel,
}: {
  phone: boolean;
  filters: KeyFilters;
  choices: KeyChoices;
  /** Finds a bunch by its NFC tag; null without NFC. */
  scan: NfcScan | null;
  onChange: ChangeFilters;
  /** Moves the focus from the search to the results. */
  onEnter: (text: string) => void;
  /** A label's code was read. */
  onLabel: (code: string) => void;
}) {
  const search = (
    <KeySearch
      value={filters.search}
      onEnter={onEnter}
      onLabel={onLabel}
      onCommit={(text) => onChange({ search: text }, { replace: true })}
      placeholder={
        scan?.state === 'listening'
          ? 'Hold your phone to a tag...'
          : phone
            ? 'Set, premises, holder'
            : 'Search by set, premises, holder or tag...'
      }
      action={
        <span className="flex">
          {scan && <ScanTagButton scan={scan} />}
          {phone && <CameraButton onCode={onLabel} />}
        </span>
      }
    />
  );
  if (phone)
    return (
      <div className="mb-3 flex flex-col gap-3">
        {search}
        <KeyFilterChips filters={filters} choices={choices} onChange={onChange} />
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      <div className="min-w-52 flex-1">{search}</div>
      <Choice
        label="Type"
        none="All types"
        value={filters.type}
        options={choices.types.map(({ tint, ...choice }) => ({
          ...choice,
          dot: tint ? tintDot[tint] : undefined,
        }))}
        onValueChange={(type) => onChange({ type })}
      />
      <Choice
        label="Location"
        none="All locations"
        value={filters.location}
        options={choices.locations}
        onValueChange={(location) => onChange({ location })}
      />
      <Choice
        label="Status"
        none="All statuses"
        value={filters.status}
        options={choices.statuses.map(({ tint, ...choice }) => ({ ...choice, dot: tintDot[tint] }))}
        onValueChange={(status) => onChange({ status })}
      />
      <Choice
        label="Time"
        none="Any due time"
        value={filters.watch}
        options={WATCHES.map(({ value, label }) => ({ value, label }))}
        onValueChange={(watch) => onChange({ watch })}
      />
      <Choice
        label={CHECK_HEADING}
        none={ANY_CONDITION}
        heading={CHECK_HEADING}
        value={filters.check}
        options={CHECKS.map(({ value, label }) => ({ value, label }))}
        onValueChange={(check) => onChange({ check })}
      />
    </div>
  );
}

function Choice({
  label,
  ...select
}: {
  label: string;
  none: string;
  heading?: string;
  value: string;
  options: readonly SelectOption[];
  onValueChange: (value: string) => void;
}) {
  return (
    <div className="w-[140px] xl:w-40">
      <Select aria-label={label} {...select} />
    </div>
  );
}

/** The active filters, each with a clear button. */
function KeyFilterChips({
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

/** Debounce: results show within 200 ms of the last key (docs/benchmarks.md). */
const PAUSE_MS = 80;

/** The search box; applied after a pause or on Enter. */
function KeySearch({
  value,
  onCommit,
  placeholder,
  action,
  onEnter,
  onLabel,
}: {
  value: string;
  onCommit: (text: string) => void;
  placeholder: string;
  /** A button at its right end, while empty. */
  action?: ReactNode;
  /** Enter or arrow down: focuses the results. */
  onEnter: (text: string) => void;
  /** A label's address was pasted or scanned; the box is cleared. */
  onLabel: (code: string) => void;
}) {
  const [text, setText] = useState(value);
  const committed = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed elsewhere: Back, a link, or Clear.
  useEffect(() => {
    if (value === committed.current) return;
    committed.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);

  function commit(next: string) {
    clearTimeout(timer.current);
    const label = codeInAddress(next);
    if (label) {
      setText(committed.current);
      onLabel(label);
      return;
    }
    if (next === committed.current) return;
    committed.current = next;
    onCommit(next);
  }
  return (
    <SearchInput
      label="Search keys"
      placeholder={placeholder}
      value={text}
      maxLength={NAME_MAX}
      action={action}
      onValueChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        if (next === '') commit(next);
        else timer.current = setTimeout(commit, PAUSE_MS, next);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        commit(text);
        if (!codeInAddress(text)) onEnter(text);
      }}
    />
  );
}
