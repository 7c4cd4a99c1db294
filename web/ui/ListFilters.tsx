import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { Field } from './form/Field.tsx';
import { SearchInput } from './form/SearchInput.tsx';
import { Select, type SelectOption } from './form/Select.tsx';
import { Dialog } from './overlay/Dialog.tsx';

/** A filter that is one of several values, by its name among the filters. */
export type FilterSelect<F> = {
  name: keyof F & string;
  label: string;
  /** Text of no choice, where there is one. */
  none?: string;
  options: readonly SelectOption[];
  /** Classes of its width; on phones it takes its share of the line. */
  width: string;
};

/**
 * The filters of an address, without values that are not offered: those of an old or mistyped link count as unset. Options still empty, as
 * while they load, unset nothing.
 */
export function offered<F extends Record<string, string>>(
  filters: F,
  selects: readonly Pick<FilterSelect<F>, 'name' | 'options'>[],
): F {
  const unset = selects.filter(
    ({ name, options }) => options.length > 0 && options.every(({ value }) => value !== filters[name]),
  );
  return { ...filters, ...Object.fromEntries(unset.map(({ name }) => [name, ''])) };
}

type Props<F> = {
  /** The texts of the address; empty is no filter. */
  filters: F;
  change: (patch: Partial<Record<keyof F, string>>) => void;
  /** The box of the filter `search`. */
  search?: { label: string; placeholder: string };
  selects?: readonly FilterSelect<F>[];
  /** More filters, after the selects. */
  children?: ReactNode;
};

/** The search box and filters over a list. */
export function ListFilters<F extends Record<string, string>>({
  filters,
  change,
  search,
  selects = [],
  children,
}: Props<F>) {
  const set = (name: string, value: string) => change({ [name]: value } as Partial<Record<keyof F, string>>);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {search && (
        <div className="min-w-60 flex-1 phone:min-w-0 phone:basis-full">
          <SearchInput
            {...search}
            value={filters.search ?? ''}
            onValueChange={(text) => set('search', text)}
          />
        </div>
      )}
      {selects.map(({ name, label, none, options, width }) => (
        <div key={name} className={cx('phone:w-auto phone:flex-1', width)}>
          <Select
            aria-label={label}
            none={none}
            value={filters[name] ?? ''}
            onValueChange={(value) => set(name, value)}
            options={options}
          />
        </div>
      ))}
      {children}
    </div>
  );
}

type SheetProps<F> = Omit<Props<F>, 'children' | 'change'> & {
  change: (filters: F) => void;
  onClose: () => void;
  /** More filters, after the search: of what is chosen in the sheet so far. */
  children?: (draft: F, set: (patch: Partial<F>) => void) => ReactNode;
};

/** The same in a sheet on a phone; applied by its footer button. */
export function ListFilterSheet<F extends Record<string, string>>({
  filters,
  change,
  search,
  selects = [],
  onClose,
  children,
}: SheetProps<F>) {
  const [draft, setDraft] = useState(filters);
  const set = (patch: Partial<F>) => setDraft({ ...draft, ...patch });
  const setOne = (name: string, value: string) => setDraft({ ...draft, [name]: value });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Filters"
      cancelLabel={null}
      onSubmit={() => {
        change(draft);
        onClose();
      }}
      foot={
        <Button type="submit" variant="primary">
          Show results
        </Button>
      }
    >
      <div className="grid gap-4">
        {search && (
          <SearchInput
            {...search}
            value={draft.search ?? ''}
            onValueChange={(text) => setOne('search', text)}
          />
        )}
        {children?.(draft, set)}
        {selects.map(({ name, label, none, options }) => (
          <Field key={name} label={label}>
            <Select
              none={none}
              value={draft[name] ?? ''}
              onValueChange={(value) => setOne(name, value)}
              options={options}
            />
          </Field>
        ))}
      </div>
    </Dialog>
  );
}
