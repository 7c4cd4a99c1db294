import { locationStatusLabel } from '../../shared/location-words.ts';
import { useLabels } from '../labels.ts';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Badge } from '../ui/Badge.tsx';
import { locationIcon } from './LocationIcon.tsx';

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
