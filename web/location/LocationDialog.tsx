import { Controller, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { api } from '../../shared/api.ts';
import { type ListLocation, LocationForm } from '../../shared/location.ts';
import { LOCATION_STATUSES, locationStatusLabel } from '../../shared/location-words.ts';
import type { Settings } from '../../shared/setting.ts';
import { choicesOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { FormDialog, StaleNotice } from '../form/FormFrame.tsx';
import { PlanNotice } from '../form/PlanNotice.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { useLabels } from '../labels.ts';
import { useMay, useMe } from '../session.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, Textarea } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { tintDot } from '../ui/look.ts';

type Values = z.input<typeof LocationForm>;
type Form<O> = UseFormReturn<Values, unknown, O>;
const FIELDS = ['name', 'type', 'status', 'description'] as const;

/** A new location of the first offered type. */
const blank = (settings: Settings): Values => ({
  name: '',
  type: choicesOf(settings, 'locationTypes')[0]?.value ?? '',
  description: '',
  status: 'active',
});

const valuesOf = ({ name, type, description, status }: ListLocation): Values => ({
  name,
  type,
  description: description ?? '',
  status,
});

type Props = {
  open: boolean;
  /** The location to edit; null to add one. */
  location: ListLocation | null;
  onClose: () => void;
  onClosed: () => void;
};

export const LocationDialog = ({ location, ...rest }: Props) =>
  location ? <EditLocation {...rest} location={location} /> : <AddLocation {...rest} />;

/** Add Location. "Add another" keeps the type. */
function AddLocation({ open, onClose, onClosed }: Omit<Props, 'location'>) {
  const create = useAction('createLocation');
  const settings = useRead('getSettings');
  const save = useSaveForm({
    source: settings.data ?? (settings.isError ? NO_SETTINGS : null),
    valuesOf: blank,
    schema: LocationForm,
    order: FIELDS,
    send: (body) => create.run({ body }),
    onSaved: onClose,
    open,
    another: { keep: ['type'], nameOf: ({ name }) => name },
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Add Location"
      submitLabel="Add Location"
    >
      <PlanNotice noun="locations" className="mb-4" />
      <LocationFields form={save.form} />
    </FormDialog>
  );
}

/** Edit Location. */
function EditLocation({ open, onClose, onClosed, location }: Props & { location: ListLocation }) {
  const update = useAction('updateLocation');
  const { data } = useRead('listLocations');
  const save = useSaveForm({
    source: data?.find(({ id }) => id === location.id) ?? location,
    valuesOf,
    schema: LocationForm,
    order: FIELDS,
    edits: true,
    send: (_, body, { id, updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    onSaved: onClose,
    open,
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Edit Location"
      submitLabel="Save changes"
    >
      <div className="grid gap-4">
        <StaleNotice shown={save.stale} name={save.base?.name ?? location.name} />
        <LocationFields form={save.form} location={location} />
      </div>
    </FormDialog>
  );
}

function LocationFields<O>({ form, location }: { form: Form<O>; location?: ListLocation }) {
  const { choices } = useLabels();
  const { errors } = form.formState;
  return (
    <div className="grid gap-4">
      <Field label="Name" required error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <div className="grid grid-cols-2 gap-4 phone:gap-3">
        <Controller
          control={form.control}
          name="type"
          render={({ field }) => (
            <Field label="Type" required error={errors.type?.message}>
              <Select
                {...field}
                onValueChange={field.onChange}
                options={choices('locationTypes', location ? [location.type] : [])}
              />
            </Field>
          )}
        />
        <StatusField form={form} stored={location?.status ?? 'active'} />
      </div>
      <Field label="Description" optional error={errors.description?.message}>
        <Textarea {...form.register('description')} placeholder="Where the cabinet is, who looks after it" />
      </Field>
    </div>
  );
}

/** Active or limited; another `stored` status takes the second place. */
function StatusField<O>({ form, stored }: { form: Form<O>; stored: string }) {
  const limited = stored !== 'active' ? stored : LOCATION_STATUSES[1];
  return (
    <Controller
      control={form.control}
      name="status"
      render={({ field }) => (
        <Field label="Status" error={form.formState.errors.status?.message}>
          <Select
            {...field}
            value={field.value ?? 'active'}
            onValueChange={field.onChange}
            options={[
              { value: 'active', label: locationStatusLabel('active'), dot: tintDot.emerald },
              { value: limited, label: locationStatusLabel(limited), dot: tintDot.amber },
            ]}
          />
        </Field>
      )}
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
