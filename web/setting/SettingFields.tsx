import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { tintOf } from '../../shared/color.ts';
import type { DueRule } from '../../shared/due-rule.ts';
import type { SettingForm } from '../../shared/setting.ts';
import { type CategorySlug, categoryOf, settingNameOf } from '../../shared/setting-words.ts';
import { count } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { ColorField } from './ColorField.tsx';
import { builtInTint, CATEGORY_WORDS } from './categories.ts';
import { SettingIcon } from './SettingIcon.tsx';
import type { SettingRow } from './setting-rows.ts';

export type SettingValues = z.input<typeof SettingForm>;
type Form<O> = UseFormReturn<SettingValues, unknown, O>;

/** Name, stored value and look of an entry. */
export function SettingFields<O>({
  slug,
  form,
  row,
  free = [],
}: {
  slug: CategorySlug;
  form: Form<O>;
  row: SettingRow | null;
  /** Built-in values to choose from, in categories with fixed values. */
  free?: readonly SettingRow[];
}) {
  const { errors } = form.formState;
  const [name, displayName, color] = useWatch({
    control: form.control,
    name: ['name', 'displayName', 'color'],
  });
  const title = form.register('displayName');
  /** The stored value follows the display name until it is edited. */
  function follow(typed: string) {
    if (row || free.length > 0 || name !== settingNameOf(displayName ?? '')) return;
    form.setValue('name', settingNameOf(typed), { shouldDirty: true, shouldValidate: Boolean(errors.name) });
  }
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        {free.length > 0 && <BuiltInField form={form} free={free} />}
        <Field label="Display name" required error={errors.displayName?.message}>
          <Input
            {...title}
            onChange={(event) => {
              follow(event.target.value);
              return title.onChange(event);
            }}
            autoComplete="off"
          />
        </Field>
        {free.length === 0 && <NameField form={form} row={row} />}
      </div>
      <Field label="Description" optional error={errors.description?.message}>
        <Input {...form.register('description')} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="color"
        render={({ field }) => (
          <ColorField
            value={field.value ?? ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.color?.message}
          />
        )}
      />
      {slug === 'key-types' && (
        <Controller
          control={form.control}
          name="due"
          render={({ field }) => (
            <DueRuleField
              value={field.value ?? null}
              onChange={field.onChange}
              wrong={errors.due !== undefined}
            />
          )}
        />
      )}
      <SettingPreview slug={slug} name={name ?? ''} label={displayName ?? ''} color={color ?? ''} />
      <Switch
        {...form.register('isActive')}
        label="Active"
        hint={CATEGORY_WORDS[slug].offered}
        className="rounded-lg border px-3 py-2.5"
      />
    </div>
  );
}

/** The stored value; read-only while records use it. */
function NameField<O>({ form, row }: { form: Form<O>; row: SettingRow | null }) {
  const { errors } = form.formState;
  const name = useWatch({ control: form.control, name: 'name' });
  const stored = settingNameOf(name);
  const fixed = row !== null && (row.setting === null || Boolean(row.uses));
  const hint = !fixed
    ? stored !== name && stored
      ? `Stored as ${stored}`
      : 'Stored on records: a-z, 0-9 and _'
    : row.uses
      ? `In use by ${count(row.uses, 'record')}, so it can't be changed.`
      : "Stored on records; it can't be changed.";
  return (
    <Field label="Name" required error={errors.name?.message} hint={hint}>
      <Input
        {...form.register('name')}
        readOnly={fixed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={fixed ? 'bg-soft/60! text-muted' : undefined}
      />
    </Field>
  );
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

type Props = { slug: CategorySlug; name: string; label: string; color: string };

const HEX = /^#[0-9a-f]{6}$/i;

/** Preview of the entry in light and dark, and the tint of its colour. */
function SettingPreview({ slug, name, label, color }: Props) {
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
