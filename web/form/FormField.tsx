import type { InputEvent, ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { plainDigits } from '../../shared/digits.ts';
import type { RecordField } from '../../shared/record-fields.ts';
import { serverNow } from '../api/server-clock.ts';
import { companyDay } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { Combobox, type Suggestion } from '../ui/form/Combobox.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, type InputProps, Textarea } from '../ui/form/Input.tsx';
import { NumberInput, WHOLE } from '../ui/form/NumberInput.tsx';
import { Select, type SelectOption } from '../ui/form/Select.tsx';
import { Switch } from '../ui/form/Switch.tsx';

/** `line` without a kind; a `count` is a whole number from `min`, with a stepper on phones. */
type Kind = NonNullable<RecordField['kind']> | 'count';

type ControlProps = Omit<InputProps, 'name' | 'required'> & {
  [data: `data-${string}`]: string | undefined;
} & {
  name: string;
  kind?: Kind;
  /** Shown, but can't be changed. */
  locked?: boolean;
  /** Lines of a text while it is short, 2 by default. */
  rows?: number;
  /** Called with each text typed in a line. */
  onTyped?: (text: string) => void;
  /** Of a choice. */
  options?: readonly SelectOption[] | undefined;
  /** Label of a first option without a value. */
  none?: string | undefined;
  /** The value is a number; null for none. */
  numeric?: boolean | undefined;
  /** Fields that are checked again with this one. */
  deps?: string[] | undefined;
  suggestions?: readonly Suggestion[];
};

export type FormFieldProps = ControlProps & {
  label: string;
  required?: boolean | undefined;
  /** "(optional)" after the label: by default at a field that is not required and no choice or count. */
  optional?: boolean | undefined;
  hint?: ReactNode;
};

/** A labelled field of the FormProvider around it, with its hint or its error; a disabled one keeps its hint. */
export function FormField({
  kind = 'line',
  label,
  required = false,
  optional = !required && kind !== 'choice' && kind !== 'count',
  hint,
  ...control
}: FormFieldProps) {
  const { errors } = useFormContext().formState;
  if (kind === 'switch') return <SwitchField {...control} label={label} hint={hint} />;
  return (
    <Field
      label={label}
      required={required}
      optional={optional}
      hint={hint}
      error={control.disabled ? undefined : errors[control.name]?.message?.toString()}
    >
      <Control {...control} kind={kind} />
    </Field>
  );
}

function SwitchField({ name, locked, ...texts }: Pick<FormFieldProps, 'name' | 'locked' | 'label' | 'hint'>) {
  const { value, onChange, ...field } = useController({ name }).field;
  return (
    <Switch
      {...field}
      {...texts}
      checked={value ?? false}
      disabled={locked}
      onCheckedChange={onChange}
      className="rounded-lg border px-3 py-2.5"
    />
  );
}

/** The `onBeforeInput` of a number box: types digits of other scripts as 0 to 9, the only ones that it takes. */
export function typePlain(event: InputEvent<HTMLInputElement>) {
  const plain = plainDigits(event.data);
  if (plain === event.data) return;
  event.preventDefault();
  document.execCommand('insertText', false, plain);
}

const LINES: Partial<Record<Kind, InputProps>> = {
  code: { autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  url: { type: 'url', inputMode: 'url', spellCheck: false },
  number: { type: 'number', inputMode: 'numeric', min: 1, onBeforeInput: typePlain },
};
/** A blank number is none. */
const NUMBER = {
  setValueAs: (typed: unknown) => (typed === '' || typed === null ? null : WHOLE.setValueAs(typed)),
};

/** The control of a field of this kind. */
function Control({ kind = 'line', ...props }: ControlProps) {
  const { register } = useFormContext();
  if (kind === 'choice' || kind === 'day' || kind === 'suggested')
    return <Controlled {...props} kind={kind} />;
  const {
    name,
    locked,
    rows,
    onTyped,
    options: _,
    none: _none,
    numeric,
    deps,
    suggestions,
    ...input
  } = props;
  if (kind === 'text') {
    const { placeholder, className, maxLength } = input;
    return <Textarea {...register(name)} {...{ placeholder, className, maxLength }} rows={rows} />;
  }
  if (kind === 'count')
    return <NumberInput {...register(name, WHOLE)} onBeforeInput={typePlain} {...input} />;
  return (
    <Input
      {...register(name, {
        ...(kind === 'number' && NUMBER),
        ...(onTyped && { onChange: (event) => onTyped(event.target.value) }),
      })}
      {...LINES[kind]}
      {...input}
      {...(locked && { readOnly: true, className: 'bg-soft/60! text-muted' })}
    />
  );
}

function Controlled({
  kind,
  name,
  locked,
  options = [],
  none,
  numeric = false,
  deps,
  suggestions = [],
  placeholder,
  disabled = locked,
}: ControlProps) {
  const controller = useController({ name, ...(deps && { rules: { deps } }) });
  const { onChange, value: stored, ...field } = controller.field;
  const value = stored ? String(stored) : '';
  if (kind === 'suggested')
    return <Combobox {...field} value={value} onValueChange={onChange} suggestions={suggestions} />;
  if (kind === 'day') {
    const today = companyDay(new Date(serverNow()));
    return (
      <DateInput {...field} value={value} onChange={onChange} kind="day" today={today} onWrong={onChange} />
    );
  }
  return (
    <Select
      {...field}
      value={value}
      onValueChange={(chosen) => onChange(numeric ? Number(chosen) || null : chosen)}
      {...{ options, none, placeholder, disabled }}
    />
  );
}

/** How one form shows a field of a record. */
export type FieldLook = Partial<Omit<FormFieldProps, 'name' | 'label' | 'kind'>> & {
  /** Half the width: two fields side by side, `wide` not on phones. */
  half?: boolean | 'wide';
  hidden?: boolean;
  /** Shown instead. */
  own?: ReactNode;
};

type RecordProps<V> = {
  /** Every field in the order of the page. */
  fields: { [F in keyof V]-?: RecordField };
  looks: { [F in keyof V]?: FieldLook };
  /** Says which fields are required. */
  schema: { shape: Record<string, z.ZodMiniType> };
};

/** The fields of a record, in two columns. */
export const RecordFields = <V,>({ fields, looks, schema }: RecordProps<V>) => (
  <div className="grid grid-cols-2 items-start gap-4 phone:gap-x-3">
    {(Object.keys(fields) as (keyof V & string)[]).map((name) => {
      const { label, kind = 'line' } = fields[name];
      const { half = false, hidden, own, ...look } = looks[name] ?? {};
      if (hidden || (kind === 'own' && !own)) return null;
      const required = !schema.shape[name]?.safeParse(undefined).success;
      const width = half !== true && (half ? 'phone:col-span-2' : 'col-span-2');
      return (
        <div key={name} className={cx('grid min-w-0 gap-4', width)}>
          {own || <FormField {...{ name, label, kind, required }} autoComplete="off" {...look} />}
        </div>
      );
    })}
  </div>
);
