import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import type { KeyChoices } from '../key-choices.ts';
import { AddSetButton } from './AddSetButton.tsx';
import { KeyBunchFilterSheet } from './KeyBunchFilterSheet.tsx';
import { type ChangeFilters, filterCount, type KeyFilters } from './key-filters.ts';

/** The footer on a phone: filters with their number, and Add Set. */
export function KeyBunchFoot({
  filters,
  choices,
  onChange,
  onAdd,
}: {
  filters: KeyFilters;
  choices: KeyChoices;
  onChange: ChangeFilters;
  onAdd: (() => void) | undefined;
}) {
  const [open, setOpen] = useState(false);
  const active = filterCount(filters);
  return (
    <FootBar>
      <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="flex items-center gap-2.5">
          Filters
          {active > 0 && (
            <span className="grid size-6 place-items-center rounded-full bg-fg text-xs font-semibold text-bg tabular-nums">
              {active}
            </span>
          )}
        </span>
      </Button>
      {onAdd && <AddSetButton onClick={onAdd} />}
      {open && (
        <KeyBunchFilterSheet
          filters={filters}
          choices={choices}
          onApply={(next) => onChange(next)}
          onClose={() => setOpen(false)}
        />
      )}
    </FootBar>
  );
}
