import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Plus, Printer, QrCode, SlidersHorizontal } from 'lucide-react';
import { type Ref, useState } from 'react';
import { api } from '../../../shared/api.ts';
import { countAtLeast } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { FootBar } from '../../ui/FootBar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { KeyBunchFilterSheet } from './KeyBunchFilterSheet.tsx';
import { type ChangeFilters, filterCount, type KeyChoices, type KeyFilters } from './key-filters.ts';

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

/** Prints labels of the listed sets. */
export function LabelsLink({ filters }: { filters: KeyFilters }) {
  const offered = useMay()(api.makeLabels.needs);
  if (!offered) return null;
  return (
    <Link to="/labels" search={filters} data-button="" className={buttonClass({})}>
      <QrCode aria-hidden className="size-[15px]" />
      Labels
    </Link>
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
