import type { CategorySlug } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import type { SettingRow } from './setting-rows.ts';

type Props = {
  slug: CategorySlug;
  open: boolean;
  row: SettingRow;
  onClose: () => void;
  onClosed: () => void;
};

/** Asks before an entry goes. */
export function DeleteSetting({ slug, open, row, onClose, onClosed }: Props) {
  const { run, pending } = useAction('deleteSetting');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Delete ${row.label}?`}
      text="Are you sure you want to delete this setting? This action cannot be undone."
      confirmLabel="Delete"
      danger
      pending={pending}
      onConfirm={async () => {
        if (row.setting) await run({ params: { category: slug, id: row.setting.id } });
        onClose();
      }}
    />
  );
}
