import { Controller } from 'react-hook-form';
import { type Kiosk, KioskForm, type NewKiosk } from '../../shared/kiosk.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { useLabels } from '../labels.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';

const FIELDS = {
  name: { label: 'Name' },
  locationId: { label: 'Location', kind: 'choice' },
  opensAt: { label: 'Open from', kind: 'own' },
  closesAt: { label: 'Open until', kind: 'own' },
  keyTypes: { label: 'Types that may be taken', kind: 'own' },
} as const;

type Props = Shown & { kiosk: Kiosk | null; onMade: (kiosk: NewKiosk) => void };

/** Adds a kiosk, or changes its name, hours and types. Its location stays. */
export function KioskDialog({ kiosk, onMade, ...shown }: Props) {
  const create = useAction('createKiosk');
  const update = useAction('updateKiosk');
  const { data: locations = [] } = useRead('listLocations');
  const { choices } = useLabels();
  const record = useRecord({
    ...shown,
    record: kiosk,
    valuesOf: ({ location }) => ({ locationId: location.id }),
    blank: {
      name: '',
      locationId: (locations.length === 1 && locations[0]?.id) || (null as unknown as number),
      opensAt: null,
      closesAt: null,
      keyTypes: [],
    },
    fields: FIELDS,
    schema: KioskForm,
    create: (body) => create.run({ body }),
    update: (changed, { id }, { opensAt, closesAt }) => {
      const { locationId: _, ...fields } = changed;
      const hours = 'opensAt' in changed || 'closesAt' in changed ? { opensAt, closesAt } : {};
      return update.run({ params: { id }, body: { ...fields, ...hours } });
    },
    onSaved: (made) => (made ? onMade(made) : shown.onClose()),
  });
  const { control } = record.save.form;
  const types = choices('keyTypes', kiosk?.keyTypes);
  return (
    <RecordDialog
      {...record}
      title={kiosk ? 'Edit kiosk' : 'Add kiosk'}
      description={
        kiosk
          ? `${kiosk.location.name}. The tablet follows within seconds.`
          : 'A tablet beside the hooks. Next you get a link to open on it.'
      }
      name={kiosk?.name}
      looks={{
        name: { placeholder: 'Front door', hint: 'The history names it.' },
        locationId: {
          hidden: kiosk !== null,
          numeric: true,
          placeholder: 'Choose a location',
          options: locations.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        opensAt: { half: true, own: <Clock name="opensAt" hint="Empty: keys may be taken at any time." /> },
        closesAt: { half: true, own: <Clock name="closesAt" hint="Returns are always possible." /> },
        keyTypes: {
          own: (
            <Controller
              control={control}
              name="keyTypes"
              render={({ field: { value, onChange }, fieldState: { error } }) => (
                <FieldGroup
                  label={FIELDS.keyTypes.label}
                  error={error?.message}
                  hint="Without a choice all types. What is reserved for a person they can always take."
                >
                  <div className="grid grid-cols-2 gap-x-4 gap-y-2 phone:grid-cols-1">
                    {types.map(({ value: type, label }) => (
                      <Checkbox
                        key={type}
                        label={label}
                        checked={value?.includes(type) ?? false}
                        onCheckedChange={(on) =>
                          onChange(on ? [...(value ?? []), type] : value?.filter((one) => one !== type))
                        }
                      />
                    ))}
                  </div>
                </FieldGroup>
              )}
            />
          ),
        },
      }}
    />
  );
}

type ClockProps = { name: 'opensAt' | 'closesAt'; hint: string };

/** A time of day, or none. */
const Clock = ({ name, hint }: ClockProps) => (
  <Controller
    name={name}
    render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
      <Field label={FIELDS[name].label} optional error={error?.message} hint={hint}>
        <DateInput
          ref={ref}
          kind="time"
          value={value ?? ''}
          onBlur={onBlur}
          onChange={(time) => onChange(time || null)}
          onWrong={onChange}
        />
      </Field>
    )}
  />
);
