import { type ReactNode, useState } from 'react';
import { countAtLeast, figure } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { type Icon, linkClass } from '../../ui/classes.ts';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { filtersOnPhone, type KeyChoices, type KeyFilters, NO_FILTERS, useKeyTotal } from './key-list.ts';

/** Common orders; the table's headers have all. */
const ORDERS = [
  { value: '', label: 'Set ID' },
  { value: '-lastUpdated', label: 'Newest update' },
  { value: 'location', label: 'Location' },
  { value: 'position', label: 'Position' },
  { value: 'status', label: 'Status' },
  { value: 'due', label: 'Due first' },
  { value: 'lastSeen', label: 'Not seen for longest' },
];

/** The filters on a phone, applied by the footer button, which shows the number of matches. */
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
        {filtersOnPhone(choices).map(({ name, label, none, options }) => (
          <FilterOptions
            key={name}
            title={label}
            all={name === 'status' ? 'All' : none}
            value={draft[name]}
            options={name === 'status' ? [] : options}
            onChoose={(value) => setDraft({ ...draft, [name]: value })}
          >
            {name === 'status' &&
              options.map((choice) => (
                <StatusOption key={choice.value} choice={choice} draft={draft} onChoose={setDraft} />
              ))}
          </FilterOptions>
        ))}
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

/** A status, with its number of sets under the other filters. */
function StatusOption({
  choice,
  draft,
  onChoose,
}: {
  choice: KeyChoices['statuses'][number];
  draft: KeyFilters;
  onChoose: (draft: KeyFilters) => void;
}) {
  const only = { ...draft, status: choice.value };
  const { total, atLeast } = useKeyTotal(only);
  return (
    <OptionButton
      pressed={draft.status === choice.value}
      dot={choice.tint ?? undefined}
      count={total === undefined ? undefined : figure(total, atLeast)}
      onClick={() => onChoose(only)}
    >
      {choice.label}
    </OptionButton>
  );
}

/** A filter as a group of buttons; `all` is the label of no filter. */
function FilterOptions({
  title,
  all,
  value,
  options = [],
  onChoose,
  children,
}: {
  title: string;
  all?: string;
  value: string;
  options?: readonly { value: string; label: string; icon?: Icon }[];
  onChoose: (value: string) => void;
  children?: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-label text-muted">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {all && (
          <OptionButton pressed={value === ''} onClick={() => onChoose('')}>
            {all}
          </OptionButton>
        )}
        {options.map((option) => (
          <OptionButton
            key={option.value}
            icon={option.icon}
            pressed={value === option.value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </OptionButton>
        ))}
        {children}
      </div>
    </fieldset>
  );
}
