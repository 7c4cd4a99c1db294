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

/** Whether an entry has the values that the form of a built-in value begins with, so that saving the form loses nothing of the entry. */
const isCopyOf = (row: SettingRow, { displayName, description, color, due, isActive }: Setting) =>
  displayName === row.label &&
  (description ?? '') === row.description &&
  color === row.color &&
  due === null &&
  isActive;

const { name, ...others } = SETTING_FIELDS;

type Props = Shown & {
  slug: CategorySlug;
  /** The entry to edit, or the built-in value to give an entry; null to add another. */
  row: SettingRow | null;
  /** Built-in values without an entry, to choose from when adding one. */
  free: readonly SettingRow[];
};

/** Adds an entry, gives one to a built-in value, or edits one. A built-in value copied meanwhile has its copy edited. */
export function SettingDialog({ slug, row, free: offered, ...shown }: Props) {
  // Kept as on opening: the saved value disappears from the prop.
  const [free] = useState(row ? [] : offered);
  const words = CATEGORY_WORDS[slug];
  const create = useAction('createSetting');
  const update = useAction('updateSetting');
  const { data } = useRead('getSettings');
  const setting = row?.setting ?? null;
  const stored = data?.[categoryOf(slug)] ?? [];
  const record = useRecord({
    ...shown,
    record: setting && (stored.find(({ id }) => id === setting.id) ?? setting),
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
    create: ({ name: value, ...body }) => {
      const copy = row && stored.find((one) => one.name === row.name && isCopyOf(row, one));
      return copy
        ? update.run({ params: { category: slug, id: copy.id }, body, ifMatch: copy.updatedAt })
        : create.run({ params: { category: slug }, body: { name: value, ...body } });
    },
    update: (body, { id, updatedAt }) =>
      update.run({ params: { category: slug, id }, body, ifMatch: updatedAt }),
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
