import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { FACT_NAMES, type IssueFact, PURPOSES } from '../../../shared/issue-facts.ts';
import { IssueForm, type KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { DueChips } from '../../custody/DueChips.tsx';
import { type DueChoice, useDueOptions, useOutsiderDue } from '../../custody/due-choices.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input, Textarea } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WaitingField, WaitingStrip } from '../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../duplicate-warning.tsx';
import { tagKeyboard } from '../tag-reason.tsx';
import { OfficerField } from './PersonFields.tsx';

/** The values of an issue. */
export const IssueDialogForm = z.extend(IssueForm, { due: z.custom<DueChoice>() });
export type IssueValues = z.input<typeof IssueDialogForm>;

/** Recipient, facts and due time; the new tag is only recorded. */
export function IssueFields<O>({
  form: { control, register, setValue, formState },
  bunch,
}: {
  form: UseFormReturn<IssueValues, unknown, O>;
  bunch: KeyBunchDetail;
}) {
  const { errors } = formState;
  const [newTag, userId] = useWatch({ control, name: ['newTag', 'officerUserId'] });
  const taken = useDuplicateTagWarning(newTag, bunch, bunch.currentTag);
  const options = useDueOptions([bunch]);
  const [holderId, due] = useWatch({ control, name: ['holderId', 'due'] });
  useOutsiderDue({
    bunches: [bunch],
    isOutsider: holderId != null && userId === null,
    due: due ?? { kind: 'rule' },
    onDue: (next) => setValue('due', next),
  });
  return (
    <>
      <Controller
        control={control}
        name="officerName"
        render={({ field }) => (
          <OfficerField
            {...field}
            userId={userId ?? null}
            people
            onChange={(name, id, holderId) => {
              field.onChange(name);
              setValue('officerUserId', id);
              setValue('holderId', holderId);
            }}
            placeholder="Who is taking the keys"
            error={errors.officerName?.message}
          />
        )}
      />
      {FACT_NAMES.map((name) => {
        const FactField = FACT_FIELDS[name];
        return (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <FactField {...field} value={field.value ?? ''} error={errors[name]?.message} />
            )}
          />
        );
      })}
      <Controller
        control={control}
        name="due"
        render={({ field, fieldState }) => (
          <DueChips
            label="Due back"
            options={options}
            value={field.value ?? { kind: 'rule' }}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
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

const FACT_FIELDS: Record<IssueFact, (props: Props) => ReactNode> = { purpose: PurposeField };

/** Placeholders of the fields. */
export const WaitingIssue = () => (
  <>
    <WaitingStrip />
    <WaitingField />
    <div className="flex flex-col gap-2">
      <WaitingField />
      <Skeleton className="h-9 touch:h-11 phone:h-26" />
    </div>
    <WaitingField lines={2} />
    <WaitingField lines={2} />
    <WaitingField hint />
    <WaitingField lines={2} />
  </>
);

const USUAL = [...PURPOSES, 'Contractor'];

type Props = {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref: (element: HTMLInputElement | null) => void;
  error: string | undefined;
};

/** The purpose: typed, or one of the usual ones; a second press clears it. */
function PurposeField({ value, onChange, onBlur, ref, error }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <Field label="Purpose" optional error={error}>
        <Input
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          autoComplete="off"
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend */}
      <div
        role="group"
        aria-label="Common purposes"
        className="grid grid-cols-[auto_auto_auto_auto] gap-2 phone:grid-cols-2"
      >
        {USUAL.map((purpose) => (
          <OptionButton
            key={purpose}
            pressed={value.trim() === purpose}
            onClick={() => onChange(value.trim() === purpose ? '' : purpose)}
            className="px-2! phone:h-12!"
          >
            {purpose}
          </OptionButton>
        ))}
      </div>
    </div>
  );
}
