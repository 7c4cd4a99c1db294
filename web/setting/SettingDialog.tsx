import { useState } from 'react';
import { type Setting, SettingForm } from '../../shared/setting.ts';
import { type CategorySlug, categoryOf, DEFAULT_COLOR } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { SETTING_FIELDS, useSettingLooks } from './SettingFields.tsx';
import type { SettingRow } from './setting-rows.ts';

/** A refused name that is in use has a message but no field. */
const refusals = ({ body: { code, message = '', errors = {} } }: ApiError): Record<string, string> =>
  code === 'in_use' ? { name: message } : errors;

const { name, ...others } = SETTING_FIELDS;

type Props = Shown & {
  slug: CategorySlug;
  /** The entry to edit, or the built-in value to give an entry; null to add another. */
  row: SettingRow | null;
  /** Built-in values without an entry, to choose from when adding one. */
  free: readonly SettingRow[];
};

/** Adds an entry, gives one to a built-in value, or edits one. */
export function SettingDialog({ slug, row, free: offered, ...shown }: Props) {
  // Kept as on opening: the saved value disappears from the prop.
  const [free] = useState(row ? [] : offered);
  const words = CATEGORY_WORDS[slug];
  const create = useAction('createSetting');
  const update = useAction('updateSetting');
  const { data } = useRead('getSettings');
  const setting = row?.setting ?? null;
  const stored = data?.[categoryOf(slug)].find(({ id, name }) =>
    setting ? id === setting.id : name === row?.name,
  );
  const record = useRecord({
    ...shown,
    record: stored ?? setting,
    blank: row
      ? {
          name: row.name,
          displayName: row.label,
          description: row.description,
          color: row.color,
          isActive: true,
        }
      : { color: DEFAULT_COLOR, isActive: true },
    // A built-in value is chosen before it is named.
    fields: free.length > 0 ? { name, ...others } : SETTING_FIELDS,
    schema: SettingForm,
    create: (body) => create.run({ params: { category: slug }, body }),
    update: (body, { id, updatedAt }) =>
      update.run({ params: { category: slug, id }, body, ifMatch: updatedAt }),
    // Another user gave the built-in value its entry meanwhile.
    isStale: ({ body: { errors } }) => row !== null && setting === null && errors?.name !== undefined,
    refusals,
    ...(row === null &&
      free.length === 0 && { another: { keep: [], nameOf: ({ displayName }: Setting) => displayName } }),
  });
  return (
    <RecordDialog
      {...record}
      size={520}
      title={row ? `Edit ${words.one}` : `Add ${words.one}`}
      submitLabel={row ? 'Save changes' : `Add ${words.one}`}
      description={row?.label}
      name={record.base?.displayName}
      looks={useSettingLooks({ slug, form: record.save.form, row, free })}
    />
  );
}
