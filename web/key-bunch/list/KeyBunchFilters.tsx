import type { NfcScan } from '../../device/scan/nfc.ts';
import { Select, type SelectOption } from '../../ui/form/Select.tsx';
import { tintDot } from '../../ui/tint.ts';
import { CameraButton } from '../CameraButton.tsx';
import type { KeyChoices } from '../key-choices.ts';
import { ScanTagButton } from '../ScanTagButton.tsx';
import { KeyFilterChips } from './KeyFilterChips.tsx';
import { KeySearch } from './KeySearch.tsx';
import {
  ANY_CONDITION,
  CHECK_HEADING,
  CHECKS,
  type ChangeFilters,
  type KeyFilters,
  WATCHES,
} from './key-filters.ts';

/** Search and filters over the list; on phones the search and the filters in force, which a sheet sets. */
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
  /** Finds a bunch by its NFC tag; null where the browser cannot. */
  scan: NfcScan | null;
  onChange: ChangeFilters;
  /** From the search box on to what it found. */
  onEnter: (text: string) => void;
  /** The code of a label was read. */
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
