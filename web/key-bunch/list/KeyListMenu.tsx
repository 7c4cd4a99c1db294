import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Printer, QrCode } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import { useMay } from '../../session.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import type { KeyFilters } from './key-filters.ts';

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

type Props = { paper: { print: () => Promise<void> }; filters: KeyFilters };

/** The list's overflow menu on a phone. */
export function KeyListMenu({ paper, filters }: Props) {
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
