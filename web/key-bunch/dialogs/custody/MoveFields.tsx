import { type Control, Controller, type FieldErrors } from 'react-hook-form';
import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { useRead } from '../../../api/read.ts';
import { locationIcon } from '../../../location/location-icon.ts';
import { useLabels } from '../../../setting/labels.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { MoveValues } from './move-values.ts';

type Props<O> = {
  bunch: KeyBunchDetail;
  control: Control<MoveValues, unknown, O>;
  errors: FieldErrors<MoveValues>;
};

/** Where to and into what: everything but what the bunch has now; "No change" takes a choice back. */
export function MoveFields<O>({ bunch, control, errors }: Props<O>) {
  const { data: locations = [] } = useRead('listLocations');
  const { choices } = useLabels();
  const places = locations
    .filter((location) => location.id !== bunch.locationId)
    .map(({ id, name, type }) => ({ value: String(id), label: name, icon: locationIcon(type) }));
  const types = choices('keyTypes').filter((choice) => choice.value !== bunch.type);
  return (
    <>
      <Field label="New location" error={errors.toLocationId?.message}>
        <Controller
          control={control}
          name="toLocationId"
          render={({ field }) => (
            <Select
              ref={field.ref}
              value={field.value ? String(field.value) : ''}
              onValueChange={(value) => field.onChange(value ? Number(value) : null)}
              onBlur={field.onBlur}
              none="No change"
              options={places}
            />
          )}
        />
      </Field>
      <Field label="New type" error={errors.toBunchType?.message}>
        <Controller
          control={control}
          name="toBunchType"
          rules={{ deps: ['toLocationId'] }}
          render={({ field }) => (
            <Select
              ref={field.ref}
              value={field.value ?? ''}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              none="No change"
              options={types}
            />
          )}
        />
      </Field>
    </>
  );
}
