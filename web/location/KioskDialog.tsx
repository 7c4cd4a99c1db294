import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { type Kiosk, KioskForm, type NewKiosk } from '../../shared/kiosk.ts';
import { KIOSK_CODE_MINUTES, kioskLink } from '../../shared/kiosk-words.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { useLabels } from '../labels.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { FieldGroup } from '../ui/form/FieldGroup.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { QrCode } from '../ui/QrCode.tsx';

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
  const { data } = useRead('listKiosks');
  const { data: locations = [] } = useRead('listLocations');
  const record = useRecord({
    ...shown,
    record: kiosk && (data?.find(({ id }) => id === kiosk.id) ?? kiosk),
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
    update: (changed, { id, updatedAt }, { opensAt, closesAt }) => {
      const { locationId: _, ...fields } = changed;
      const hours = 'opensAt' in changed || 'closesAt' in changed ? { opensAt, closesAt } : {};
      return update.run({ params: { id }, body: { ...fields, ...hours }, ifMatch: updatedAt });
    },
    onSaved: (made) => (made ? onMade(made) : shown.onClose()),
  });
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
        opensAt: {
          half: true,
          own: <Clock name="opensAt" placeholder="07:00" hint="Empty: keys may be taken at any time." />,
        },
        closesAt: { half: true, own: <Clock name="closesAt" hint="Returns are always possible." /> },
        keyTypes: {
          own: <Types present={kiosk?.keyTypes} />,
        },
      }}
    />
  );
}

/** The types that may be taken, `present` among them. */
function Types({ present }: { present: string[] | undefined }) {
  const types = useLabels().choices('keyTypes', present);
  return (
    <Controller
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
                  onChange(on ? [...(value ?? []), type] : value?.filter((one: string) => one !== type))
                }
              />
            ))}
          </div>
        </FieldGroup>
      )}
    />
  );
}

type ClockProps = { name: 'opensAt' | 'closesAt'; hint: string; placeholder?: string };

/** A time of day, or none. */
const Clock = ({ name, hint, ...example }: ClockProps) => (
  <Controller
    name={name}
    render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
      <Field label={FIELDS[name].label} optional error={error?.message} hint={hint}>
        <DateInput
          ref={ref}
          {...example}
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

/** The link that makes a tablet the kiosk: to scan with the tablet's camera, to copy, or as a code to type. Shown once. */
export function KioskLink({ kiosk, open, onClose, onClosed }: Shown & { kiosk: NewKiosk }) {
  const { name, code, location } = kiosk;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Link for ${name}`}
      description={`Open it on the tablet at ${location.name}. It works once, within ${KIOSK_CODE_MINUTES} minutes.`}
      size={520}
      cancelLabel={null}
      foot={<Button onClick={onClose}>Done</Button>}
    >
      {code ? (
        <Link code={code} />
      ) : (
        <Notice variant="warning" title="The link was made but can't be shown">
          It is shown only once. Make a new one.
        </Notice>
      )}
    </Dialog>
  );
}

function Link({ code }: { code: string }) {
  const field = useRef<HTMLInputElement>(null);
  const link = kioskLink(window.location.origin, code);
  return (
    <div className="flex items-start gap-5 phone:flex-col phone:items-center">
      <QrCode text={link} label="QR code of the link" />
      <div className="grid w-full min-w-0 gap-4">
        <Field label="Link" hint="Shown once.">
          <Input
            ref={field}
            readOnly
            value={link}
            className="font-mono text-hint"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <CopyButton
          block
          variant="primary"
          data-autofocus=""
          text={link}
          noun="Link"
          label="Copy link"
          onFailed={() => field.current?.select()}
        />
        <p className="text-hint text-pretty text-muted">
          Or open <span className="font-mono wrap-anywhere">{window.location.host}/kiosk</span> there and type{' '}
          <b className="font-mono font-semibold whitespace-nowrap text-fg select-all">{code}</b>
        </p>
      </div>
    </div>
  );
}
