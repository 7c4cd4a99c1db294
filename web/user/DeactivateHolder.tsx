import type { ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';

/** Somebody who is made inactive while keys are out in their name: which, before it happens. */
export function DeactivateHolder({
  person,
  open,
  onCancel,
  onConfirm,
}: {
  person: ListUser;
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const keys = count(person.holding.length, 'key set');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={`${fullName(person)} still holds ${keys}`}
      text={`${fullName(person)} will no longer be able to sign in. The keys stay recorded in their name until returned.`}
      confirmLabel="Make inactive"
      danger
      onConfirm={onConfirm}
    >
      <ul className="max-h-40 divide-y overflow-y-auto rounded-lg border text-body">
        {person.holding.map(({ id, identifier }) => (
          <li key={id} className="px-3 py-2 font-medium break-words">
            {identifier}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
