import type { UseFormReturn } from 'react-hook-form';
import { spokenCode } from '../../../../shared/label-code.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { CameraButton } from '../../CameraButton.tsx';
import type { BunchValues } from './bunch-values.ts';

type Props<O> = { form: UseFormReturn<BunchValues, unknown, O>; error: string | undefined };

/** The blank label that is put on a set: a reader types the address of its square, a person the letters under it. */
export function LabelField<O>({ form, error }: Props<O>) {
  const fill = (code: string) =>
    form.setValue('labelCode', spokenCode(code), { shouldDirty: true, shouldValidate: true });
  return (
    <Field
      label="Blank label"
      optional
      hint="Scan the label with the camera, or with a reader while the cursor is here; or type its code, such as 7F3K Q2M9 XA."
      error={error}
    >
      <Input
        {...form.register('labelCode')}
        trail={<CameraButton onCode={fill} />}
        spellCheck={false}
        autoCapitalize="characters"
        autoComplete="off"
      />
    </Field>
  );
}
