import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import type { Location } from '../../shared/location.ts';
import { iconButtonClass } from '../ui/icon-button-class.ts';
import { Tooltip } from '../ui/overlay/Tooltip.tsx';

/** Leads from a location in the table to its report. */
export function ReportLink({ location }: { location: Location }) {
  const label = `Report of ${location.name}`;
  return (
    <Tooltip content={label}>
      <Link
        to="/location-report/$locationId"
        params={{ locationId: String(location.id) }}
        aria-label={label}
        className={iconButtonClass()}
      >
        <FileText className="size-4 touch:size-5" />
      </Link>
    </Tooltip>
  );
}
