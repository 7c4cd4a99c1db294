import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import {
  LOCATION_STATUSES,
  type Location,
  LocationForm,
  locationStatusLabel,
} from '../../shared/location.ts';
import { useAction } from '../api.ts';
import { useLabels } from '../setting/labels.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';

type Values = z.input<typeof LocationForm>;

const valuesOf = (location: Location | null): Values => ({
  name: location?.name ?? '',
  type: location?.type ?? '',
  description: location?.description ?? '',
  status: location?.status ?? 'active',
});

type Props = {
  open: boolean;
  /** The location to edit; null to add one. */
  location: Location | null;
  onClose: () => void;
};

/** Add or Edit Location (SPEC 2.9, 5). An edit sends only what changed, so that nobody else's change is undone. */
export function LocationDialog({ open, location, onClose }: Props) {
  const { choices } = useLabels();
  const create = useAction('createLocation');
  const update = useAction('updateLocation');
  const form = useForm<Values, unknown, z.output<typeof LocationForm>>({
    resolver: zodResolver(LocationForm),
    defaultValues: valuesOf(location),
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const { reset, setError } = form;
  const refused = (location ? update : create).error?.body.errors;

  useEffect(() => {
    if (open) reset(valuesOf(location));
  }, [open, location, reset]);

  useEffect(() => {
    for (const [field, message] of Object.entries(refused ?? {})) {
      if (field in LocationForm.shape) setError(field as keyof Values, { message });
    }
  }, [refused, setError]);

  const save = form.handleSubmit(async (values) => {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([field]) => !isDirty || dirtyFields[field as keyof Values]),
    );
    const saved = location
      ? await update.run({ params: { id: location.id }, body: changed })
      : await create.run({ body: values });
    if (saved) onClose();
  });

  const limited = location && location.status !== 'active' ? location.status : LOCATION_STATUSES[1];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={location ? 'Edit Location' : 'Add Location'}
      dirty={isDirty}
      onSubmit={save}
      foot={
        <Button type="submit" variant="primary" pending={create.pending || update.pending}>
          {location ? 'Save changes' : 'Add Location'}
        </Button>
      }
    >
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
          <Controller
            control={form.control}
            name="status"
            render={({ field }) => (
              <Field label="Status" error={errors.status?.message}>
                <Select
                  {...field}
                  value={field.value ?? 'active'}
                  onValueChange={field.onChange}
                  options={[
                    { value: 'active', label: locationStatusLabel('active'), dot: 'bg-emerald-500' },
                    { value: limited, label: locationStatusLabel(limited), dot: 'bg-amber-500' },
                  ]}
                />
              </Field>
            )}
          />
        </div>
        <Field label="Description" optional error={errors.description?.message}>
          <Textarea
            {...form.register('description')}
            placeholder="Where the cabinet is, who looks after it"
          />
        </Field>
      </div>
    </Dialog>
  );
}
