import { useNavigate } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { Location } from '../../shared/location.ts';
import { useRead } from '../api/read.ts';
import { locationIcon } from '../location/location-icon.ts';
import { useMay } from '../session.tsx';
import { Select } from '../ui/form/Select.tsx';

/** Chooses the location of the report. Before the list is known, or when it cannot be, it holds the current one. */
export function LocationChooser({ id, current }: { id: number; current: Location | undefined }) {
  const navigate = useNavigate();
  const { data } = useRead('listLocations', {}, { enabled: useMay()(api.listLocations.needs) });
  const places = data ?? (current ? [current] : []);
  return (
    <div className="w-56 max-lg:w-44 phone:w-full">
      <Select
        aria-label="Location"
        value={String(id)}
        onValueChange={(next) =>
          void navigate({ to: '/location-report/$locationId', params: { locationId: next } })
        }
        options={places.map(({ id: value, name, type }) => ({
          value: String(value),
          label: name,
          icon: locationIcon(type),
        }))}
        placeholder="Location"
      />
    </div>
  );
}
