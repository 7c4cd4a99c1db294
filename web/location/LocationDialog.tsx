import { api } from '../../shared/api.ts';
import { type ListLocation, LocationForm } from '../../shared/location.ts';
import { locationStatusLabel } from '../../shared/location-words.ts';
import { LOCATION_FIELDS } from '../../shared/record-fields.ts';
import { choicesOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { PlanNotice } from '../form/FormFrame.tsx';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { useLabels } from '../labels.ts';
import { useMay, useMe } from '../session.tsx';
import { tintDot } from '../ui/classes.ts';

/** Adds a location, of the first offered type, or edits one. "Add another" keeps the type. */
export function LocationDialog({ location, ...shown }: Shown & { location: ListLocation | null }) {
  const create = useAction('createLocation');
  const update = useAction('updateLocation');
  const { choices } = useLabels();
  const settings = useRead('getSettings');
  const known = settings.data ?? (settings.isError ? NO_SETTINGS : null);
  const { data } = useRead('listLocations', {}, { enabled: location !== null });
  const record = useRecord({
    ...shown,
    record: location && (data?.find(({ id }) => id === location.id) ?? location),
    blank: known && { type: choicesOf(known, 'locationTypes')[0]?.value ?? '', status: 'active' },
    fields: LOCATION_FIELDS,
    schema: LocationForm,
    create: (body) => create.run({ body }),
    update: (body, { id, updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    another: { keep: ['type'], nameOf: ({ name }) => name },
  });
  // Another stored status takes the second place.
  const limited = location && location.status !== 'active' ? location.status : 'limited';
  return (
    <RecordDialog
      {...record}
      title={location ? 'Edit Location' : 'Add Location'}
      name={record.base?.name}
      above={!location && <PlanNotice noun="locations" />}
      looks={{
        type: { half: true, options: choices('locationTypes', location ? [location.type] : []) },
        status: {
          half: true,
          options: [
            { value: 'active', label: locationStatusLabel('active'), dot: tintDot.emerald },
            { value: limited, label: locationStatusLabel(limited), dot: tintDot.amber },
          ],
        },
        description: { placeholder: 'Where the cabinet is, who looks after it' },
      }}
    />
  );
}

/** Whether the user may add a location: needs the permission and access to all locations, because the new one must be visible. */
export function useMayAddLocation(): boolean {
  const may = useMay();
  const me = useMe();
  const everywhere = me.role === 'super_admin' || me.allowedLocationIds.length === 0;
  return everywhere && may(api.createLocation.needs);
}
