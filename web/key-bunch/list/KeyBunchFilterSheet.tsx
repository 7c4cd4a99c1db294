import { useState } from 'react';
import { countAtLeast } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { KeyChoices } from '../key-choices.ts';
import { FilterOptions } from './FilterOptions.tsx';
import { ANY_CONDITION, CHECK_HEADING, CHECKS, type KeyFilters, NO_FILTERS, WATCHES } from './key-filters.ts';
import { useKeyTotal } from './key-list.ts';
import { StatusOption } from './StatusOption.tsx';

/** Orders worth a tap; the table's heads give all of them. */
const ORDERS = [
  { value: '', label: 'Set ID' },
  { value: '-lastUpdated', label: 'Newest update' },
  { value: 'location', label: 'Location' },
  { value: 'position', label: 'Position' },
  { value: 'status', label: 'Status' },
  { value: 'due', label: 'Due first' },
  { value: 'lastSeen', label: 'Not seen for longest' },
];

/** The filters of the key list on a phone: chosen here, in force once the foot is pressed, which says how many sets they keep. */
export function KeyBunchFilterSheet({
  filters,
  choices,
  onApply,
  onClose,
}: {
  filters: KeyFilters;
  choices: KeyChoices;
  onApply: (filters: KeyFilters) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(filters);
  const { total, atLeast } = useKeyTotal(draft);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Filters"
      cancelLabel={null}
      headRight={
        <button
          type="button"
          className={linkClass}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => setDraft({ ...NO_FILTERS, search: draft.search })}
        >
          Clear all
        </button>
      }
      foot={
        <Button
          variant="primary"
          onClick={() => {
            onApply(draft);
            onClose();
          }}
        >
          {total === undefined ? 'Show results' : `Show ${countAtLeast(total, atLeast, 'result')}`}
        </Button>
      }
    >
      <div className="flex flex-col gap-6">
        <FilterOptions
          title="Status"
          all="All"
          value={draft.status}
          onChoose={(status) => setDraft({ ...draft, status })}
        >
          {choices.statuses.map((choice) => (
            <StatusOption key={choice.value} choice={choice} draft={draft} onChoose={setDraft} />
          ))}
        </FilterOptions>
        <FilterOptions
          title="Type"
          all="All types"
          value={draft.type}
          options={choices.types}
          onChoose={(type) => setDraft({ ...draft, type })}
        />
        <FilterOptions
          title="Location"
          all="All locations"
          value={draft.location}
          options={choices.locations}
          onChoose={(location) => setDraft({ ...draft, location })}
        />
        <FilterOptions
          title="Time"
          all="Any due time"
          value={draft.watch}
          options={WATCHES}
          onChoose={(watch) => setDraft({ ...draft, watch })}
        />
        <FilterOptions
          title={CHECK_HEADING}
          all={ANY_CONDITION}
          value={draft.check}
          options={CHECKS}
          onChoose={(check) => setDraft({ ...draft, check })}
        />
        <FilterOptions
          title="Order"
          value={draft.sort}
          options={ORDERS}
          onChoose={(sort) => setDraft({ ...draft, sort })}
        />
      </div>
    </Dialog>
  );
}
