import { MapPin, MapPinOff } from 'lucide-react';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { useMe } from '../session.tsx';
import { useLabels } from '../setting/labels.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import type { Icon } from '../ui/icon.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Which locations one may see: all of them, none, or those of one's own list. */
export function LocationAccess() {
  const { role, allowedLocationIds: allowed } = useMe();
  const everywhere = role === 'super_admin' || !allowed || allowed.length === 0;
  return (
    <Panel>
      <PanelHead title="Location Access" />
      {everywhere ? (
        <Line icon={MapPin} title="All Locations Access" text="All locations, including new ones" />
      ) : (
        <PermittedLocations allowed={allowed} />
      )}
    </Panel>
  );
}

function PermittedLocations({ allowed }: { allowed: number[] }) {
  const { data, error, refetch } = useRead('listLocations');
  const { label } = useLabels();
  if (error)
    return (
      <div className="p-4">
        <ReadFailed error={error} onRetry={refetch} />
      </div>
    );
  if (!data) return <Waiting places={allowed.length} />;
  const permitted = data.filter(({ id }) => allowed.includes(id));
  if (permitted.length === 0)
    return (
      <Line
        icon={MapPinOff}
        title="No Location Access"
        text="Contact your administrator to request location access"
      />
    );
  return (
    <div className="p-4">
      <ul
        aria-label={count(permitted.length, 'location')}
        className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1"
      >
        {permitted.map(({ id, name, type }) => (
          <li key={id} className="flex min-h-13 items-center gap-3 rounded-lg border px-3 py-2">
            <LocationIcon type={type} className="size-4 text-muted" />
            <span className="min-w-0">
              <span className="block truncate text-label font-medium">{name}</span>
              <span className="block text-hint text-muted">{label('locationTypes', type)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Line({ icon, title, text }: { icon: Icon; title: string; text: string }) {
  return (
    <div className="flex items-center gap-3 p-4">
      <ActionSquare icon={icon} size={36} />
      <div className="min-w-0">
        <p className="text-label font-medium">{title}</p>
        <p className="text-hint text-pretty text-muted">{text}</p>
      </div>
    </div>
  );
}

const Waiting = ({ places }: { places: number }) => (
  <div aria-busy className="grid gap-2 p-4 sm:grid-cols-2 lg:grid-cols-1">
    {Array.from({ length: places }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <Skeleton key={place} className="h-13 rounded-lg" />
    ))}
  </div>
);
