import { type ReactNode, useEffect, useRef, useState } from 'react';
import { codeInAddress } from '../../../shared/label-code.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import type { NfcScan } from '../../device/scan/nfc.ts';
import { tintDot } from '../../ui/classes.ts';
import { FilterChip } from '../../ui/form/OptionButton.tsx';
import { SearchInput } from '../../ui/form/SearchInput.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { CameraButton, ScanTagButton } from '../ScanButtons.tsx';
import {
  type ChangeFilters,
  filterCount,
  filtersOf,
  filtersOnPhone,
  type KeyChoices,
  type KeyFilters,
} from './key-list.ts';

type FilterProps = { filters: KeyFilters; choices: KeyChoices; onChange: ChangeFilters };

/** Search and filters above the list; on phones the filters are in a sheet. */
export function KeyBunchFilters({
  phone,
  filters,
  choices,
  scan,
  onChange,
  onEnter,
  onLabel,
}: FilterProps & {
  phone: boolean;
  /** Finds a bunch by its NFC tag; null without NFC. */
  scan: NfcScan | null;
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
      {filtersOf(choices).map(({ name, label, none, options }) => (
        <div key={name} className="w-[140px] xl:w-40">
          <Select
            aria-label={label}
            none={none}
            heading={name === 'check' ? label : undefined}
            value={filters[name]}
            options={options.map(({ tint, ...option }) => ({
              ...option,
              dot: tint ? tintDot[tint] : undefined,
            }))}
            onValueChange={(value) => onChange({ [name]: value })}
          />
        </div>
      ))}
    </div>
  );
}

/** The active filters, each with a clear button. */
function KeyFilterChips({ filters, choices, onChange }: FilterProps) {
  if (filterCount(filters) === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {filtersOnPhone(choices).map(({ name, options }) => {
        const chosen = options.find(({ value }) => value === filters[name]);
        if (!chosen) return null;
        const { label, icon, tint } = chosen;
        const dot = (name === 'status' && tint) || undefined;
        const clear = () => onChange({ [name]: '' });
        return <FilterChip key={name} label={label} icon={icon} dot={dot} onClick={clear} />;
      })}
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
