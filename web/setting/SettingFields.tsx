import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { SettingForm } from '../../shared/setting.ts';
import { type CategorySlug, settingNameOf } from '../../shared/setting-words.ts';
import { count } from '../format.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { ColorField } from './ColorField.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { DueRuleField } from './DueRuleField.tsx';
import { SettingPreview } from './SettingPreview.tsx';
import type { SettingRow } from './setting-rows.ts';

export type SettingValues = z.input<typeof SettingForm>;
type Form<O> = UseFormReturn<SettingValues, unknown, O>;

/** What an entry is called, what records carry of it, and how it looks. */
export function SettingFields<O>({
  slug,
  form,
  row,
  free = [],
}: {
  slug: CategorySlug;
  form: Form<O>;
  row: SettingRow | null;
  /** The built-in values that an entry may still be given: of a kind that nobody adds to. */
  free?: readonly SettingRow[];
}) {
  const { errors } = form.formState;
  const [name, displayName, color] = useWatch({
    control: form.control,
    name: ['name', 'displayName', 'color'],
  });
  const title = form.register('displayName');
  /** The stored name follows what is typed, until it is written by hand. */
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

/** The stored value; one that records carry stays. */
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

/** Which built-in value the entry is for; choosing one fills in what it is called and looks like until then. */
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
