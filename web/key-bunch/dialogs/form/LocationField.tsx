import { Link } from '@tanstack/react-router';
import { type Control, Controller } from 'react-hook-form';
import { useRead } from '../../../api/read.ts';
import { locationIcon } from '../../../location/location-icon.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { linkClass } from '../../../ui/link-class.ts';
import type { BunchValues } from './bunch-values.ts';

type Props<O> = {
  control: Control<BunchValues, unknown, O>;
  /** Why it cannot be changed. */
  hint: string | undefined;
  error: string | undefined;
};

/** Where the bunch is: one of the locations the user may see. Without any, the way to add one. */
export function LocationField<O>({ control, hint, error }: Props<O>) {
  const { data: locations } = useRead('listLocations');
  const none = locations?.length === 0;
  return (
    <Field
      label="Location"
      required
      hint={
        none ? (
          <>
            There are no locations yet.{' '}
            <Link to="/locations" className={linkClass}>
              Add a location
            </Link>
          </>
        ) : (
          hint
        )
      }
      error={none ? undefined : error}
    >
      <Controller
        control={control}
        name="locationId"
        render={({ field }) => (
          <Select
            ref={field.ref}
            value={field.value ? String(field.value) : ''}
            onValueChange={(value) => field.onChange(Number(value))}
            onBlur={field.onBlur}
            placeholder="Choose a location"
            options={(locations ?? []).map(({ id, name, type }) => ({
              value: String(id),
              label: name,
              icon: locationIcon(type),
            }))}
            disabled={Boolean(hint) || none}
          />
        )}
      />
    </Field>
  );
}
