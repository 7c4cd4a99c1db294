import { fullName, type ListUser } from '../../shared/user.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';

/** Somebody who is made inactive while keys are out in their name: which, before it happens. */
export function DeactivateHolder({
  person,
  open,
  pending,
  onCancel,
  onConfirm,
}: {
  person: ListUser;
  open: boolean;
  pending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const keys = count(person.holding.length, 'key bunch', 'key bunches');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={`${fullName(person)} still holds ${keys}`}
      text="They stay recorded in this name until somebody returns them. The account can no longer sign in from now on."
      confirmLabel="Make inactive"
      danger
      pending={pending}
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
