import type { Location } from '../../shared/location.ts';
import { useAction } from '../api.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';

/** Asks before an empty location goes. */
export function DeleteLocation({
  open,
  location,
  onClose,
}: {
  open: boolean;
  location: Location | null;
  onClose: () => void;
}) {
  const { run, pending } = useAction('deleteLocation');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${location?.name ?? 'this location'}?`}
      text="It holds no keys. What happened there stays in the history under its name. This cannot be undone."
      confirmLabel="Delete location"
      danger
      pending={pending}
      onConfirm={async () => {
        if (location) await run({ params: { id: location.id } });
        onClose();
      }}
    />
  );
}
