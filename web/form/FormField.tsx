import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Field } from '../ui/form/Field.tsx';
import { Input, type InputProps, Textarea } from '../ui/form/Input.tsx';
import { NumberInput, WHOLE } from '../ui/form/NumberInput.tsx';
import { Select, type SelectOption } from '../ui/form/Select.tsx';

/** A field of a form: one line, several lines, a whole number from `min`, or one of `options`. */
export type FormFieldProps = ChoiceProps & {
  kind?: 'line' | 'text' | 'count' | 'choice';
  label: string;
  required?: boolean | undefined;
  /** "(optional)" after the label: by default at a text that is not required. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  /** Lines of a text while it is short, 2 by default. */
  rows?: number;
} & Omit<InputProps, 'name' | 'required'> & { [data: `data-${string}`]: string | undefined };

/** A labelled field of the FormProvider around it, with its hint or its error; a disabled one keeps its hint. */
export function FormField({
  kind = 'line',
  name,
  label,
  required = false,
  optional = !required && (kind === 'line' || kind === 'text'),
  hint,
  rows,
  options,
  none,
  numeric,
  deps,
  ...input
}: FormFieldProps) {
  const { register, formState } = useFormContext();
  const { placeholder, disabled, className, maxLength } = input;
  return (
    <Field
      label={label}
      required={required}
      optional={optional}
      hint={hint}
      error={disabled ? undefined : formState.errors[name]?.message?.toString()}
    >
      {kind === 'choice' ? (
        <Choice {...{ name, options, none, numeric, deps, placeholder, disabled }} />
      ) : kind === 'count' ? (
        <NumberInput {...register(name, WHOLE)} {...input} />
      ) : kind === 'text' ? (
        <Textarea {...register(name)} {...{ placeholder, className, maxLength }} rows={rows} />
      ) : (
        <Input {...register(name)} {...input} />
      )}
    </Field>
  );
}

type ChoiceProps = {
  name: string;
  options?: readonly SelectOption[] | undefined;
  /** Label of a first option without a value. */
  none?: string | undefined;
  /** The value is a number; null for none. */
  numeric?: boolean | undefined;
  /** Fields that are checked again with this one. */
  deps?: string[] | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
};

function Choice({ name, options = [], numeric = false, deps, ...select }: ChoiceProps) {
  const { field } = useController({ name, ...(deps && { rules: { deps } }) });
  return (
    <Select
      {...select}
      ref={field.ref}
      value={field.value ? String(field.value) : ''}
      onValueChange={(value) => field.onChange(numeric ? Number(value) || null : value)}
      onBlur={field.onBlur}
      options={options}
    />
  );
}
