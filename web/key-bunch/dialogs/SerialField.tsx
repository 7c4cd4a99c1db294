import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { NFC_OK, vibrate } from '../../device/scan/nfc.ts';
import { useReader } from '../../device/scan/reader.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { ScanTagButton } from '../ScanTagButton.tsx';
import { serialText } from '../TagText.tsx';
import type { BunchValues } from './bunch-values.ts';
import { useTagScan } from './use-tag-scan.ts';

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
