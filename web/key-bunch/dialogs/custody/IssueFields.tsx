import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { IssueForm, KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { WaitingField, WaitingStrip } from '../../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../../duplicate-warning.tsx';
import { tagKeyboard } from '../../tag-keyboard.ts';
import { OfficerField } from './OfficerField.tsx';
import { PurposeField } from './PurposeField.tsx';

/** What the form of an issue holds. */
export type IssueValues = z.input<typeof IssueForm>;

/** Who takes the keys and what for; the new tag is only recorded. */
export function IssueFields<O>({
  form: { control, register, setValue, formState },
  bunch,
}: {
  form: UseFormReturn<IssueValues, unknown, O>;
  bunch: KeyBunchDetail;
}) {
  const { errors } = formState;
  const [newTag, purpose, userId] = useWatch({ control, name: ['newTag', 'purpose', 'officerUserId'] });
  const taken = useDuplicateTagWarning(newTag, bunch, bunch.currentTag);
  return (
    <>
      <Controller
        control={control}
        name="officerName"
        render={({ field }) => (
          <OfficerField
            {...field}
            userId={userId ?? null}
            onChange={(name, id) => {
              field.onChange(name);
              setValue('officerUserId', id);
            }}
            placeholder="Who is taking the keys"
            error={errors.officerName?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="purpose"
        render={({ field }) => (
          <PurposeField {...field} value={purpose ?? ''} error={errors.purpose?.message} />
        )}
      />
      <Field
        label="New tag"
        optional
        hint={taken ?? 'Only if you fit a new seal now.'}
        error={errors.newTag?.message}
      >
        <Input {...register('newTag')} {...tagKeyboard(bunch.currentTag)} />
      </Field>
      <Field label="Notes" optional error={errors.notes?.message}>
        <Textarea {...register('notes')} />
      </Field>
    </>
  );
}

/** Placeholders for the same fields. */
export const WaitingIssue = () => (
  <>
    <WaitingStrip />
    <WaitingField />
    <div className="flex flex-col gap-2">
      <WaitingField />
      <Skeleton className="h-9 touch:h-11 phone:h-26" />
    </div>
    <WaitingField hint />
    <WaitingField lines={2} />
  </>
);
