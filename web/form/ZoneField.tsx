import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { deviceZone } from '../../shared/zone.ts';
import { Combobox } from '../ui/form/Combobox.tsx';
import { Field, type FieldSize } from '../ui/form/Field.tsx';

/** Also found by city: "lon" is Europe/London. */
const ZONES = Intl.supportedValuesOf('timeZone').map((name) => ({
  id: name,
  label: name.replaceAll('_', ' '),
  value: name,
}));

/** Default zone of a new company: the device's; '' for UTC, so that the user chooses one. */
export function proposedZone(): string {
  const zone = deviceZone();
  return !zone || /^(Etc\/|UTC$|GMT$)/.test(zone) ? '' : zone;
}

type Props<V extends FieldValues> = {
  control: Control<V>;
  error: string | undefined;
  size?: FieldSize;
  disabled?: boolean;
};

/** The company's time zone, for a form with a field `timezone` (specification.md D-30). */
export function ZoneField<V extends FieldValues & { timezone?: string | undefined }>({
  control,
  error,
  size,
  disabled,
}: Props<V>) {
  return (
    <Controller
      control={control}
      name={'timezone' as FieldPath<V>}
      render={({ field }) => (
        <Field
          label="Time zone"
          required
          size={size}
          hint="All due times, on screen and in email, use this time zone."
          error={error}
        >
          <Combobox
            {...field}
            value={field.value ?? ''}
            onValueChange={field.onChange}
            suggestions={ZONES}
            placeholder="Type a city, such as London"
            spellCheck={false}
            disabled={disabled}
          />
        </Field>
      )}
    />
  );
}
