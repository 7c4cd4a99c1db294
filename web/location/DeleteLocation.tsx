import type { Location } from '../../shared/location.ts';
import { useAction } from '../api/action.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';

/** Asks before an empty location goes. */
export function DeleteLocation({
  location,
  open,
  onClose,
  onClosed,
}: {
  location: Location;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { run, pending } = useAction('deleteLocation');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Delete ${location.name}?`}
      text="It holds no keys. Its history is kept under its name. This can't be undone."
      confirmLabel="Delete location"
      danger
      pending={pending}
      onConfirm={async () => {
        await run({ params: { id: location.id } });
        onClose();
      }}
    />
  );
}
