import { type ComponentProps, useEffect, useRef } from 'react';
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { KeyBunch, KeyBunchDetail } from '../../../shared/key-bunch.ts';
import type { Settings } from '../../../shared/setting.ts';
import { choicesOf, NO_SETTINGS } from '../../../shared/setting-labels.ts';
import { useRead } from '../../api/read.ts';
import { NFC_OK, vibrate } from '../../device/scan/nfc.ts';
import { useReader } from '../../device/scan/reader.ts';
import { useLabels } from '../../labels.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { tintDot } from '../../ui/look.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { serialText } from '../BunchText.tsx';
import { usePositionWarning } from '../duplicate-warning.tsx';
import { ScanTagButton } from '../ScanButtons.tsx';
import { STATUS_TINTS } from '../StatusBadge.tsx';
import type { BunchValues } from './bunch-values.ts';
import { useTagScan } from './use-tag.ts';

type StatusFieldProps<O> = {
  control: Control<BunchValues, unknown, O>;
  bunch: KeyBunchDetail | undefined;
  error: string | undefined;
};

/** The status, as far as a form can set it. */
export function StatusField<O>({ control, bunch, error }: StatusFieldProps<O>) {
  const { label, tint } = useLabels();
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const chosen = useWatch({ control, name: 'status' });
  const issued = bunch?.status === 'issued';
  const lost = issued && chosen === 'missing';
  const hint = lost
    ? `Reported lost: the tag is cleared, and ${bunch.holder?.name ?? 'the holder'} stays on record as the last holder.`
    : issued
      ? 'Use Return Keys to bring them back.'
      : undefined;
  return (
    <Field label="Status" hint={hint} error={error}>
      <Controller
        control={control}
        name="status"
        render={({ field }) => (
          <Select
            ref={field.ref}
            value={field.value ?? ''}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            options={statusChoices(settings, bunch?.status).map((status) => ({
              value: status,
              label: label('statuses', status),
              dot: tintDot[tint('statuses', status, STATUS_TINTS[status] ?? 'gray')],
            }))}
          />
        )}
      />
    </Field>
  );
}

const ALWAYS = ['active', 'missing', 'inactive'];
/** Set by issuing only. */
const NEVER = ['issued', 'in_use'];

/**
 * The statuses a form offers: for a new bunch any but issued and in_use; an issued one can only be reported lost; others keep theirs or
 * take a new bunch's. Hidden settings are left out.
 */
function statusChoices(settings: Settings, current?: string): string[] {
  if (current === 'issued') return ['issued', 'missing'];
  const hidden = settings.statuses.filter((status) => !status.isActive).map((status) => status.name);
  const configured = choicesOf(settings, 'statuses').map((choice) => choice.value);
  const offered = [...ALWAYS, ...configured].filter(
    (status) => status === 'active' || !(NEVER.includes(status) || hidden.includes(status)),
  );
  return [...new Set(current ? [current, ...offered] : offered)];
}

/** The NFC serial of a bunch: typed, scanned within 10 seconds, or from a keyboard reader. */
export function SerialField<O>({
  form,
  error,
}: {
  form: UseFormReturn<BunchValues, unknown, O>;
  error: string | undefined;
}) {
  const fill = (serial: string) => {
    const text = serialText(serial);
    form.setValue('nfcSerial', text, { shouldDirty: true, shouldValidate: true });
    return text;
  };
  const scan = useTagScan({
    place: 'add',
    hint: true,
    onSerial: (serial) => {
      vibrate(NFC_OK);
      toast({ title: 'NFC Tag Read', description: fill(serial), variant: 'success' });
    },
  });
  useReader({ onRead: fill, inDialog: true });
  const box = useRef<HTMLDivElement>(null);
  const busy = scan.state !== 'idle';
  // Away from the toast at the bottom of a phone.
  useEffect(() => {
    if (busy) box.current?.scrollIntoView({ block: 'center' });
  }, [busy]);

  return (
    <div ref={box}>
      <Field
        label="NFC serial"
        optional
        hint={
          scan.state === 'listening' ? (
            <span role="status" className="text-link">
              Hold your phone to the tag. Listening
              <span aria-hidden> for {scan.secondsLeft} more seconds</span>.
            </span>
          ) : (
            'As printed on the NFC tag or read by a phone, such as 04:A2:2F:1B:6C:80.'
          )
        }
        error={error}
      >
        <Input
          {...form.register('nfcSerial')}
          spellCheck={false}
          data-wedge=""
          autoCapitalize="characters"
          autoComplete="off"
          trail={<ScanTagButton scan={scan} />}
        />
      </Field>
    </div>
  );
}

type PositionFieldProps = ComponentProps<typeof Input> & {
  /** The form's set; undefined for a new one. */
  bunch?: KeyBunch | undefined;
  typed: string | null | undefined;
  /** The location of the set; 0 while not chosen. */
  locationId: number;
  error: string | undefined;
};

/** The set's position; a taken one gives a warning only. */
export function PositionField({ bunch, typed, locationId, error, ...input }: PositionFieldProps) {
  const taken = usePositionWarning(typed, bunch, locationId);
  return (
    <Field label="Position" optional hint={taken} error={error}>
      <Input {...input} placeholder="Cabinet and hook, such as A 12" autoComplete="off" />
    </Field>
  );
}
