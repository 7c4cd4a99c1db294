import { Check } from 'lucide-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type CategorySlug, type SettingForm, settingNameOf } from '../../shared/setting.ts';
import { count } from '../format.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { InputButton } from '../ui/form/InputButton.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { ColorField } from './ColorField.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { SettingPreview } from './SettingPreview.tsx';
import type { SettingRow } from './setting-rows.ts';

export type SettingValues = z.input<typeof SettingForm>;
type Form<O> = UseFormReturn<SettingValues, unknown, O>;

/** What an entry is called, what records carry of it, and how it looks. */
export function SettingFields<O>({
  slug,
  form,
  row,
}: {
  slug: CategorySlug;
  form: Form<O>;
  row: SettingRow | null;
}) {
  const { errors } = form.formState;
  const [name, displayName, color] = useWatch({
    control: form.control,
    name: ['name', 'displayName', 'color'],
  });
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Field label="Display name" required error={errors.displayName?.message}>
          <Input {...form.register('displayName')} autoComplete="off" />
        </Field>
        <NameField form={form} row={row} />
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

/** The stored value; one that records carry stays. Left empty, the display name's is offered. */
function NameField<O>({ form, row }: { form: Form<O>; row: SettingRow | null }) {
  const { errors } = form.formState;
  const [name = '', displayName = ''] = useWatch({ control: form.control, name: ['name', 'displayName'] });
  const stored = settingNameOf(name);
  const suggested = name.trim() === '' ? settingNameOf(displayName) : '';
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
        placeholder={suggested}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={fixed ? 'bg-soft/60! text-muted' : undefined}
        trail={
          suggested ? (
            <InputButton
              icon={Check}
              label={`Use ${suggested}`}
              onClick={() =>
                form.setValue('name', suggested, { shouldDirty: true, shouldValidate: Boolean(errors.name) })
              }
            />
          ) : null
        }
      />
    </Field>
  );
}
