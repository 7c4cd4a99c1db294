import { useState } from 'react';
import { type Setting, SettingForm } from '../../shared/setting.ts';
import { type CategorySlug, categoryOf, DEFAULT_COLOR } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import type { ApiError } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { FormDialog, StaleNotice } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { CATEGORY_WORDS } from './categories.ts';
import { SettingFields, type SettingValues } from './SettingFields.tsx';
import type { SettingRow } from './setting-rows.ts';

const FIELDS = ['displayName', 'name', 'description', 'color', 'due', 'isActive'] as const;
const BLANK: SettingValues = {
  name: '',
  displayName: '',
  description: '',
  color: DEFAULT_COLOR,
  due: null,
  isActive: true,
};

const ofRow = ({ name, label, description, color }: SettingRow): SettingValues => ({
  name,
  displayName: label,
  description,
  color: color ?? '',
  due: null,
  isActive: true,
});
const ofSetting = ({ name, displayName, description, color, due, isActive }: Setting): SettingValues => ({
  name,
  displayName,
  description: description ?? '',
  color: color ?? '',
  due,
  isActive,
});

/** A refused name that is in use has a message but no field. */
const refusals = ({ body: { code, message = '', errors = {} } }: ApiError): Record<string, string> =>
  code === 'in_use' ? { name: message } : errors;

type Props = {
  slug: CategorySlug;
  open: boolean;
  /** The entry to edit, or the built-in value to give an entry; null to add another. */
  row: SettingRow | null;
  /** Built-in values without an entry, to choose from when adding one. */
  free: readonly SettingRow[];
  onClose: () => void;
  onClosed: () => void;
};

export const SettingDialog = ({ row, free, ...rest }: Props) =>
  row?.setting ? (
    <EditSetting {...rest} row={row} setting={row.setting} />
  ) : (
    <AddSetting {...rest} row={row} free={row ? [] : free} />
  );

/** Adds an entry, or gives one to a built-in value. */
function AddSetting({ slug, open, row, free: offered, onClose, onClosed }: Props) {
  // Kept as on opening: the saved value disappears from the prop.
  const [free] = useState(offered);
  const words = CATEGORY_WORDS[slug];
  const create = useAction('createSetting');
  const save = useSaveForm({
    source: row ?? BLANK,
    valuesOf: (source) => ('label' in source ? ofRow(source) : source),
    schema: SettingForm,
    order: FIELDS,
    ...(free.length > 0 && { focus: 'name' as const }),
    send: (body) => create.run({ params: { category: slug }, body }),
    refusals,
    onSaved: onClose,
    open,
    ...(row === null &&
      free.length === 0 && {
        another: { keep: [], nameOf: ({ displayName }: Setting) => displayName },
      }),
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={520}
      title={row ? `Edit ${words.one}` : `Add ${words.one}`}
      description={row?.label}
      submitLabel={row ? 'Save changes' : `Add ${words.one}`}
    >
      <SettingFields slug={slug} form={save.form} row={row} free={free} />
    </FormDialog>
  );
}

function EditSetting({
  slug,
  open,
  row,
  setting,
  onClose,
  onClosed,
}: Omit<Props, 'free'> & { row: SettingRow; setting: Setting }) {
  const update = useAction('updateSetting');
  const { data } = useRead('getSettings');
  const save = useSaveForm({
    source: data?.[categoryOf(slug)].find(({ id }) => id === setting.id) ?? setting,
    valuesOf: ofSetting,
    schema: SettingForm,
    order: FIELDS,
    edits: true,
    send: (_, body, { id, updatedAt }) =>
      update.run({ params: { category: slug, id }, body, ifMatch: updatedAt }),
    refusals,
    onSaved: onClose,
    open,
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={520}
      title={`Edit ${CATEGORY_WORDS[slug].one}`}
      description={row.label}
      submitLabel="Save changes"
    >
      <div className="grid gap-4">
        <StaleNotice shown={save.stale} name={save.base?.displayName ?? row.label} />
        <SettingFields slug={slug} form={save.form} row={row} />
      </div>
    </FormDialog>
  );
}
