import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Plus, Printer, QrCode, SlidersHorizontal } from 'lucide-react';
import { type Ref, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { printedWhat } from '../../BunchText.tsx';
import { countAtLeast, shortTime } from '../../format.ts';
import { IMPORT_HINT, ImportButton, ImportFirst, useImportFirst } from '../../import/ImportButton.tsx';
import { useLabels } from '../../labels.ts';
import { NothingMatches } from '../../list/ListPage.tsx';
import type { PrintedColumn } from '../../print/PrintFrame.tsx';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PrintedStatus, printedTag } from '../StatusBadge.tsx';
import { type ChangeFilters, filterCount, type KeyChoices, type KeyFilters } from './key-list.ts';

/** Preloaded with the dialogs about key sets (KeyBunchDialogs.tsx). */
const KeyBunchFilterSheet = lazyDialog(() => import('../dialogs/all.ts'), 'KeyBunchFilterSheet');

type FoundLineProps = {
  total: number | undefined;
  /** `total` is a lower bound. */
  atLeast: boolean;
  ref: Ref<HTMLParagraphElement>;
};

/** The number of matching sets. */
export const FoundLine = ({ total, atLeast, ref }: FoundLineProps) => (
  <p
    ref={ref}
    tabIndex={-1}
    role="status"
    className="text-hint text-muted tabular-nums outline-none phone:text-label"
  >
    {total === undefined ? (
      <Skeleton className="my-0.5 h-3.5 w-32" />
    ) : (
      `Showing ${countAtLeast(total, atLeast, 'result')}`
    )}
  </p>
);

/** On wide screens: the import, and the labels of the listed sets. */
export function KeyListActions({ filters }: { filters: KeyFilters }) {
  const labels = useMay()(api.makeLabels.needs);
  return (
    <>
      <ImportButton kind="key_sets" />
      {labels && (
        <Link to="/labels" search={filters} data-button="" className={buttonClass({})}>
          <QrCode aria-hidden className="size-[15px]" />
          Labels
        </Link>
      )}
    </>
  );
}

type KeyListMenuProps = { paper: { print: () => Promise<void> }; filters: KeyFilters };

/** The list's overflow menu on a phone. */
export function KeyListMenu({ paper, filters }: KeyListMenuProps) {
  const may = useMay();
  return (
    <Menu
      lazy
      trigger={<IconButton icon={EllipsisVertical} label="More" className="phone:-my-2 phone:last:-mr-3" />}
      entries={[
        { label: 'Print', icon: Printer, onSelect: () => void paper.print() },
        may(api.makeLabels.needs) && {
          label: 'Labels',
          icon: QrCode,
          link: <Link to="/labels" search={filters} />,
        },
      ]}
    />
  );
}

/** Opens the form of a new key bunch; `second` where another button is primary. */
export const AddSetButton = ({ onClick, second = false }: { onClick: () => void; second?: boolean }) => (
  <Button variant={second ? 'secondary' : 'primary'} icon={Plus} onClick={onClick}>
    Add Set
  </Button>
);

/** In the footer on a phone: filters with their number, and Add Set. */
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
    <>
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
    </>
  );
}

/** The empty list: clear the filters, or in an empty register import or add the first set. */
export function NoKeyBunches({
  onAdd,
  onClear,
}: {
  onAdd: (() => void) | undefined;
  onClear: (() => void) | undefined;
}) {
  const imports = useImportFirst();
  if (onClear) return <NothingMatches title="No key sets found matching your criteria" onClear={onClear} />;
  return (
    <EmptyState
      title="No key sets yet"
      hint={onAdd && IMPORT_HINT}
      action={
        onAdd && (
          <ImportFirst>
            <AddSetButton onClick={onAdd} second={imports} />
          </ImportFirst>
        )
      }
    />
  );
}

/** The columns of the register on paper: what each set opens, location and holder. */
export function usePrintedBunches(): readonly PrintedColumn<KeyBunch>[] {
  const { label } = useLabels();
  return [
    { title: 'Set ID', width: 'w-[11%]', body: 'font-semibold', cell: ({ identifier }) => identifier },
    { title: 'Tag', width: 'w-[8%]', body: 'text-muted', cell: printedTag },
    { title: 'Description', width: 'w-[18%]', cell: printedWhat },
    { title: 'Type', width: 'w-[9%]', cell: ({ type }) => label('keyTypes', type) },
    {
      title: 'Location',
      width: 'w-[18%]',
      cell: ({ location, position }) => (
        <>
          {location.name}
          {position && <span className="block text-muted">{position}</span>}
        </>
      ),
    },
    { title: 'Status', width: 'w-[17%]', cell: (bunch) => <PrintedStatus bunch={bunch} /> },
    { title: 'Keys', width: 'w-[5%]', num: true, cell: ({ keyCount }) => keyCount },
    { title: 'Fobs', width: 'w-[5%]', num: true, cell: ({ fobCount }) => fobCount },
    {
      title: 'Last update',
      width: 'w-[9%]',
      body: 'text-muted tabular-nums',
      cell: ({ lastUpdated }) => shortTime(lastUpdated),
    },
  ];
}
