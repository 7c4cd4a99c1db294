import { Check } from 'lucide-react';
import { useId } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { tintOf } from '../../shared/color.ts';
import type { DueRule, SettingForm } from '../../shared/setting.ts';
import { type CategorySlug, categoryOf, settingNameOf } from '../../shared/setting-words.ts';
import { typePlain } from '../form/FormField.tsx';
import { count } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { builtInTint, CATEGORY_WORDS, SWATCHES } from './categories.ts';
import { SettingIcon } from './SettingTable.tsx';
import type { SettingRow } from './setting-rows.ts';

/** Fields of an entry in page order. */
export const SETTING_FIELDS = {
  displayName: { label: 'Display name' },
  name: { label: 'Name', kind: 'code' },
  description: { label: 'Description' },
  color: { label: 'Colour' },
  due: { label: 'Usually due back', kind: 'own' },
  isActive: { label: 'Active', kind: 'switch' },
} as const;

type Values = z.input<typeof SettingForm>;
type Form<O> = UseFormReturn<Values, unknown, O>;
type Props<O> = {
  slug: CategorySlug;
  form: Form<O>;
  row: SettingRow | null;
  /** Built-in values to choose from, in categories with fixed values. */
  free: readonly SettingRow[];
};

/** Name, stored value and look of an entry. */
export function useSettingLooks<O>({ slug, form, row, free }: Props<O>) {
  const { control, formState } = form;
  const { errors } = formState;
  const [name = '', label = '', color = ''] = useWatch({ control, name: ['name', 'displayName', 'color'] });
  /** The stored value follows the display name until it is edited. */
  function follow(typed: string) {
    if (row || free.length > 0 || name !== settingNameOf(label)) return;
    form.setValue('name', settingNameOf(typed), { shouldDirty: true, shouldValidate: Boolean(errors.name) });
  }
  // Read-only while records use it.
  const fixed = row !== null && (row.setting === null || Boolean(row.uses));
  return {
    displayName: { half: 'wide' as const, onTyped: follow },
    name: {
      half: 'wide' as const,
      locked: fixed,
      hint: fixed ? fixedHint(row) : nameHint(name),
      own: free.length > 0 && <BuiltInField form={form} free={free} />,
    },
    color: {
      own: (
        <Controller
          control={control}
          name="color"
          render={({ field: { value, onChange, onBlur } }) => (
            <ColorField {...{ onChange, onBlur }} value={value ?? ''} error={errors.color?.message} />
          )}
        />
      ),
    },
    due: {
      own: (
        <>
          {slug === 'key-types' && (
            <Controller
              control={control}
              name="due"
              render={({ field: { value = null, onChange } }) => (
                <DueRuleField value={value} onChange={onChange} wrong={errors.due !== undefined} />
              )}
            />
          )}
          <SettingPreview {...{ slug, name, label, color: color ?? '' }} />
        </>
      ),
    },
    isActive: { hint: CATEGORY_WORDS[slug].offered },
  };
}

const fixedHint = ({ uses }: SettingRow): string =>
  uses
    ? `In use by ${count(uses, 'record')}, so it can't be changed.`
    : "Stored on records; it can't be changed.";

/** What a typed name is stored as. */
function nameHint(name: string): string {
  const stored = settingNameOf(name);
  return stored && stored !== name ? `Stored as ${stored}` : 'Stored on records: a-z, 0-9 and _';
}

/** The built-in value of a new entry; choosing one fills in its built-in name and look. */
function BuiltInField<O>({ form, free }: { form: Form<O>; free: readonly SettingRow[] }) {
  function choose(value: string) {
    const row = free.find(({ name }) => name === value);
    if (!row) return;
    const filled = {
      name: value,
      displayName: row.label,
      description: row.description,
      color: row.color ?? '',
    };
    for (const [field, text] of Object.entries(filled))
      form.setValue(field as keyof typeof filled, text, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  }
  return (
    <Controller
      control={form.control}
      name="name"
      render={({ field, fieldState }) => (
        <Field label="Name" required error={fieldState.error?.message}>
          <Select
            {...field}
            placeholder="Choose an action"
            onValueChange={choose}
            options={free.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
          />
        </Field>
      )}
    />
  );
}

type PreviewProps = { slug: CategorySlug; name: string; label: string; color: string };

const HEX = /^#[0-9a-f]{6}$/i;

/** Preview of the entry in light and dark, and the tint of its colour. */
function SettingPreview({ slug, name, label, color }: PreviewProps) {
  const valid = HEX.test(color.trim());
  const tint = valid ? tintOf(color.trim()) : builtInTint(categoryOf(slug), name);
  return (
    <figure aria-label="Preview" className="grid gap-1.5">
      <span aria-hidden className="text-label font-medium">
        Preview
      </span>
      <div className="grid grid-cols-2 overflow-clip rounded-lg border phone:grid-cols-1">
        {(['bright', 'dark'] as const).map((theme) => (
          <div key={theme} className={cx(theme, 'min-w-0 bg-panel px-4 py-3 text-fg')}>
            <p className="text-tiny text-muted">{theme === 'dark' ? 'Dark' : 'Light'}</p>
            <div className="mt-1.5 flex min-h-9 items-center justify-between gap-3">
              {slug !== 'location-types' && (
                <p className="text-hint">
                  <span className="block text-label font-medium">MCR-0147</span>
                  <span className="text-muted">Tag 448601</span>
                </p>
              )}
              <span className="flex min-w-0 text-body">
                <SettingIcon slug={slug} name={name} label={label || 'Name'} tint={tint} />
              </span>
            </div>
          </div>
        ))}
      </div>
      <figcaption aria-live="polite" className="text-hint text-muted">
        {valid
          ? `Colours are shown as one of eight readable tints. This one is shown as ${tint}.`
          : tint
            ? 'With no colour set, it keeps the built-in one.'
            : 'With no colour set, it stays neutral.'}
      </figcaption>
    </figure>
  );
}

type DueRuleFieldProps = { value: DueRule | null; onChange: (rule: DueRule | null) => void; wrong: boolean };

const KINDS = [
  { value: 'hours', label: 'A number of hours after issue' },
  { value: 'time', label: 'At a set time of day' },
];

/** When sets of a type are due back: never, after N hours, or at a time in the company's zone. */
function DueRuleField({ value, onChange, wrong }: DueRuleFieldProps) {
  const kind = value === null ? '' : value.time ? 'time' : 'hours';
  function choose(next: string) {
    if (next === '') return onChange(null);
    onChange(next === 'time' ? { hours: null, time: '18:00' } : { hours: 12, time: null });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-3">
      <Field
        label="Usually due back"
        hint={
          kind === 'time'
            ? "In your company's time zone, at least an hour after issue."
            : 'Offered at every issue.'
        }
      >
        <Select none="No time" value={kind} onValueChange={choose} options={KINDS} />
      </Field>
      {kind === 'hours' && (
        <Field label="Hours" required error={wrong ? '1 to 8760' : undefined}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={8760}
            onBeforeInput={typePlain}
            value={value?.hours ?? ''}
            onChange={({ target }) => onChange({ hours: Number(target.value), time: null })}
          />
        </Field>
      )}
      {kind === 'time' && (
        <Field label="Time" required error={wrong ? 'Enter a time' : undefined}>
          <DateInput
            kind="time"
            value={value?.time ?? ''}
            onChange={(time) => onChange({ hours: null, time: time || '00:00' })}
          />
        </Field>
      )}
    </div>
  );
}

type ColorProps = {
  value: string;
  onChange: (color: string) => void;
  onBlur: () => void;
  error: string | undefined;
};

/** One of eight colours, or any other as a hex value. */
function ColorField({ value, onChange, onBlur, error }: ColorProps) {
  const name = useId();
  const chosen = value.trim().toLowerCase();
  return (
    <Field label="Colour" error={error}>
      <div className="flex items-center gap-4 phone:flex-col phone:items-stretch phone:gap-2">
        <div role="radiogroup" aria-label="Colours" className="flex flex-1 gap-2 phone:-mx-1.5 phone:gap-0">
          {SWATCHES.map((swatch) => (
            <label
              key={swatch.color}
              className="relative grid size-8 place-items-center phone:h-11 phone:w-auto phone:flex-1"
            >
              <input
                type="radio"
                name={name}
                aria-label={swatch.name}
                value={swatch.color}
                checked={chosen === swatch.color}
                onChange={() => onChange(swatch.color)}
                className="peer absolute inset-0 appearance-none outline-none"
              />
              <span
                aria-hidden
                style={{ backgroundColor: swatch.color }}
                className={cx(
                  'pointer-events-none grid size-8 place-items-center rounded-lg text-white inset-ring inset-ring-black/10 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring',
                  chosen === swatch.color && 'ring-2 ring-fg/70 ring-offset-2 ring-offset-panel',
                )}
              >
                {chosen === swatch.color && <Check className="size-4" strokeWidth={3} />}
              </span>
            </label>
          ))}
        </div>
        <Input
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          name="color"
          placeholder="None"
          maxLength={7}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="w-28! tabular-nums phone:w-full!"
        />
      </div>
    </Field>
  );
}
