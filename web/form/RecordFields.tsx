import type { ReactNode } from 'react';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { RecordField as FieldFact } from '../../shared/record-fields.ts';
import { serverNow } from '../api/server-clock.ts';
import { companyDay } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { Combobox } from '../ui/form/Combobox.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, type InputProps, Textarea } from '../ui/form/Input.tsx';
import { WHOLE } from '../ui/form/NumberInput.tsx';
import { Select, type SelectOption } from '../ui/form/Select.tsx';
import { Switch } from '../ui/form/Switch.tsx';

/** How one form shows a field. */
export type FieldLook = Pick<InputProps, 'placeholder' | 'autoComplete' | 'spellCheck'> & {
  hint?: ReactNode;
  /** Half the width: two fields side by side, `wide` not on phones. */
  half?: boolean | 'wide';
  hidden?: boolean;
  /** Shown, but can't be changed. */
  locked?: boolean;
  /** False hides the sign of a required field that always has a value. */
  required?: false;
  /** Of a choice. */
  options?: readonly SelectOption[];
  suggestions?: readonly { id: string; label: string; value: string; hint?: string }[];
  /** Called with each text typed. */
  onTyped?: (text: string) => void;
  /** Shown instead. */
  own?: ReactNode;
};

type Props<V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>;
  /** Every field in the order of the page. */
  fields: { [F in keyof V]-?: FieldFact };
  looks: { [F in keyof V]?: FieldLook };
  /** Says which fields are required. */
  schema: { shape: Record<string, z.ZodMiniType> };
};

/** The fields of a record, in two columns. */
export const RecordFields = <V extends FieldValues, O>({ form, fields, looks, schema }: Props<V, O>) => (
  <div className="grid grid-cols-2 items-start gap-4 phone:gap-x-3">
    {(Object.keys(fields) as Path<V>[]).map((name) => {
      const { label, kind = 'line' } = fields[name];
      const look = looks[name] ?? {};
      if (look.hidden || (kind === 'own' && !look.own)) return null;
      const needed = !schema.shape[name]?.safeParse(undefined).success;
      return <RecordField key={name} {...{ form, name, label, kind, look, needed }} />;
    })}
  </div>
);

type Part<V extends FieldValues, O> = {
  form: UseFormReturn<V, unknown, O>;
  name: Path<V>;
  kind: NonNullable<FieldFact['kind']>;
  look: FieldLook;
};

function RecordField<V extends FieldValues, O>({
  label,
  needed,
  ...part
}: Part<V, O> & { label: string; needed: boolean }) {
  const { form, name, kind, look } = part;
  const width = cx(look.half !== true && (look.half ? 'phone:col-span-2' : 'col-span-2'));
  if (look.own) return <div className={cx('grid min-w-0 gap-4', width)}>{look.own}</div>;
  if (kind === 'switch')
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange, ...field } }) => (
          <Switch
            {...field}
            label={label}
            hint={look.hint}
            checked={value ?? false}
            disabled={look.locked}
            onCheckedChange={onChange}
            className={cx('rounded-lg border px-3 py-2.5', width)}
          />
        )}
      />
    );
  const required = look.required ?? needed;
  return (
    <Field
      label={label}
      required={required}
      optional={!required && kind !== 'choice'}
      className={width}
      hint={look.hint}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      <ControlOf {...part} />
    </Field>
  );
}

const LINES: Partial<Record<NonNullable<FieldFact['kind']>, InputProps>> = {
  code: { autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  url: { type: 'url', inputMode: 'url', spellCheck: false },
  number: { type: 'number', inputMode: 'numeric', min: 1 },
};
/** A blank number is none. */
const NUMBER = {
  setValueAs: (typed: unknown) => (typed === '' || typed === null ? null : WHOLE.setValueAs(typed)),
};

/** The control of a field of this kind. */
function ControlOf<V extends FieldValues, O>({
  form,
  name,
  kind,
  look: { locked = false, options = [], suggestions = [], placeholder, onTyped, ...look },
}: Part<V, O>) {
  if (kind === 'text') return <Textarea {...form.register(name)} placeholder={placeholder} />;
  if (kind === 'choice' || kind === 'day' || kind === 'suggested')
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { onChange, ...field } }) => {
          const value = field.value ?? '';
          if (kind === 'choice')
            return (
              <Select
                {...field}
                value={value}
                onValueChange={onChange}
                disabled={locked}
                options={options}
                placeholder={placeholder}
              />
            );
          if (kind === 'suggested')
            return <Combobox {...field} value={value} onValueChange={onChange} suggestions={suggestions} />;
          const today = companyDay(new Date(serverNow()));
          return (
            <DateInput
              {...field}
              value={value}
              onChange={onChange}
              kind="day"
              today={today}
              onWrong={onChange}
            />
          );
        }}
      />
    );
  return (
    <Input
      {...form.register(name, {
        ...(kind === 'number' && NUMBER),
        ...(onTyped && { onChange: (event) => onTyped(event.target.value) }),
      })}
      {...LINES[kind]}
      placeholder={placeholder}
      autoComplete={look.autoComplete ?? 'off'}
      {...(look.spellCheck === false && { spellCheck: false })}
      {...(locked && { readOnly: true, className: 'bg-soft/60! text-muted' })}
    />
  );
}
