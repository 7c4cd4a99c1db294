import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { locationStatusLabel } from '../../shared/location-words.ts';
import { useLabels } from '../labels.ts';
import { useMay } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Badge } from '../ui/Badge.tsx';
import { locationIcon } from './LocationIcon.tsx';
import type { LocationRow } from './rows.ts';

/** The location's name, linked to its keys, with the number missing, its type and description. */
export function LocationName({ row }: { row: LocationRow }) {
  const may = useMay();
  const { label } = useLabels();
  const missing = row.counts?.byStatus.missing ?? 0;
  const name = <span className="font-medium break-words">{row.name}</span>;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        {may(api.listKeyBunches.needs) ? (
          <Link
            to="/key-bunches"
            search={{ location: String(row.id) }}
            className="min-w-0 rounded-sm underline-offset-2 hover:underline touch:-my-3 touch:py-3"
          >
            {name}
          </Link>
        ) : (
          name
        )}
        {missing > 0 && (
          <span className="inline-flex items-center gap-1.5 text-hint font-medium whitespace-nowrap text-red-700 dark:text-red-300">
            <span aria-hidden className="size-1.5 rounded-full bg-red-500" />
            {missing.toLocaleString()} missing
          </span>
        )}
      </p>
      <p className="line-clamp-2 text-hint text-pretty print:line-clamp-none break-words text-muted">
        {label('locationTypes', row.type)}
        {row.description && ` · ${row.description}`}
      </p>
    </>
  );
}

/** Active is neutral, Limited is tinted. */
export const LocationBadge = ({ status }: { status: string }) => (
  <Badge tint={status === 'active' ? 'emerald' : 'amber'} quiet={status === 'active'}>
    {locationStatusLabel(status)}
  </Badge>
);

/** The icon at the start of a row, in the configured colour of its type. */
export function LocationSquare({ type }: { type: string }) {
  const { tint } = useLabels();
  return (
    <ActionSquare icon={locationIcon(type)} tint={tint('locationTypes', type, null) ?? undefined} size={32} />
  );
}
