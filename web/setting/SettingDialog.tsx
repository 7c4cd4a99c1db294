import { zodResolver } from '@hookform/resolvers/zod';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type CategorySlug, DEFAULT_COLOR, SettingForm, settingNameOf } from '../../shared/setting.ts';
import { useAction } from '../api.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { InputButton } from '../ui/form/InputButton.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { ColorField } from './ColorField.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { SettingPreview } from './SettingPreview.tsx';
import type { SettingRow } from './setting-rows.ts';

type Values = z.input<typeof SettingForm>;

function valuesOf(row: SettingRow | null): Values {
  if (!row) return { name: '', displayName: '', description: '', color: DEFAULT_COLOR, isActive: true };
  const { name, label, description, color, setting } = row;
  return { name, displayName: label, description, color: color ?? '', isActive: setting?.isActive ?? true };
}

type Props = {
  slug: CategorySlug;
  open: boolean;
  /** The entry to edit, or the built-in value to give one; null to add another. */
  row: SettingRow | null;
  onClose: () => void;
};

/** Add or edit a setting (SPEC 2.17, 5). An edit sends only what changed. */
export function SettingDialog({ slug, open, row, onClose }: Props) {
  const words = CATEGORY_WORDS[slug];
  const setting = row?.setting ?? null;
  const create = useAction('createSetting');
  const update = useAction('updateSetting');
  const form = useForm<Values, unknown, z.output<typeof SettingForm>>({
    resolver: zodResolver(SettingForm),
    defaultValues: valuesOf(row),
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const { reset, setError, setValue } = form;
  const [name, displayName, color] = useWatch({
    control: form.control,
    name: ['name', 'displayName', 'color'],
  });
  const problem = (setting ? update : create).error;

  useEffect(() => {
    if (open) reset(valuesOf(row));
  }, [open, row, reset]);

  useEffect(() => {
    const { errors: fields = {}, code, message } = problem?.body ?? {};
    if (code === 'in_use') setError('name', { message: message ?? '' });
    for (const [field, text] of Object.entries(fields))
      if (field in SettingForm.shape)
        setError(field as keyof Values, { message: text }, { shouldFocus: true });
  }, [problem, setError]);

  const save = form.handleSubmit(async (values) => {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([field]) => dirtyFields[field as keyof Values]),
    );
    const saved = setting
      ? await update.run({ params: { category: slug, id: setting.id }, body: changed })
      : await create.run({ params: { category: slug }, body: values });
    if (saved) onClose();
  });

  const stored = settingNameOf(name);
  const suggested = name.trim() === '' ? settingNameOf(displayName) : '';
  const fixed = row !== null && (setting === null || Boolean(row.uses));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size={520}
      title={row ? `Edit ${words.one}` : `Add ${words.one}`}
      description={row?.label}
      dirty={isDirty}
      onSubmit={save}
      foot={
        <Button type="submit" variant="primary" pending={create.pending || update.pending}>
          {row ? 'Save changes' : `Add ${words.one}`}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
          <Field label="Display name" required error={errors.displayName?.message}>
            <Input {...form.register('displayName')} autoComplete="off" />
          </Field>
          <Field
            label="Name"
            required
            error={errors.name?.message}
            hint={
              fixed
                ? row.uses
                  ? `In use by ${count(row.uses, 'record')}, so it stays.`
                  : 'What records carry. It stays.'
                : stored !== name && stored
                  ? `Stored as ${stored}`
                  : 'What records carry: a-z, 0-9 and _'
            }
          >
            <Input
              {...form.register('name')}
              readOnly={fixed}
              placeholder={suggested}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={fixed ? 'bg-soft/60! text-muted' : undefined}
              trail={
                suggested && (
                  <InputButton
                    icon={Check}
                    label={`Use ${suggested}`}
                    onClick={() =>
                      setValue('name', suggested, { shouldDirty: true, shouldValidate: Boolean(errors.name) })
                    }
                  />
                )
              }
            />
          </Field>
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
        <SettingPreview slug={slug} name={name} label={displayName} color={color ?? ''} />
        <Switch
          {...form.register('isActive')}
          label="Active"
          hint={words.offered}
          className="rounded-lg border px-3 py-2.5"
        />
      </div>
    </Dialog>
  );
}
