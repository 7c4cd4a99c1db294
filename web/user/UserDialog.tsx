import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { InvitedUser, ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { FormDialog, StaleNotice } from '../form/FormFrame.tsx';
import { PlanNotice } from '../form/PlanNotice.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { count, datedDay } from '../format.ts';
import { useMe } from '../session.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { UserFields } from './UserFields.tsx';
import { baseOf } from './user-facts.ts';
import {
  blank,
  bodyOf,
  patchOf,
  rolesFor,
  USER_FIELDS,
  UserDialogForm,
  type Values,
  valuesOf,
} from './user-form.ts';

type Props = {
  open: boolean;
  /** The user to edit; null to create one. */
  person: ListUser | null;
  onClose: () => void;
  onClosed: () => void;
  /** Called when a new link to set a password was created. */
  onInvited: (person: InvitedUser) => void;
};

export const UserDialog = ({ person, ...rest }: Props) =>
  person ? <EditUser {...rest} person={person} /> : <CreateUser {...rest} />;

/** Create User. "Add another" keeps role and locations. */
function CreateUser({ open, onClose, onClosed, onInvited }: Omit<Props, 'person'>) {
  const create = useAction('createUser');
  const roles = rolesFor(useMe(), null);
  const invited = (made: InvitedUser) => made.isActive && onInvited(made);
  const save = useSaveForm({
    source: roles.includes('officer') ? 'officer' : (roles[0] ?? 'viewer'),
    valuesOf: blank,
    schema: UserDialogForm,
    order: USER_FIELDS,
    send: (values) => create.run({ body: bodyOf(values) }),
    onSaved(made) {
      onClose();
      if (made) invited(made);
    },
    open,
    another: { keep: ['role', 'everywhere', 'allowedLocationIds'], nameOf: fullName, onAdded: invited },
  });
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={880}
      title="Create User"
      description="They'll set a password using a one-time link."
      footLeft={save.base && <UserSummary person={null} form={save.form} />}
      submitLabel="Create User"
    >
      <PlanNotice noun="users" className="mb-4" />
      <UserFields form={save.form} person={null} onInvited={onInvited} />
    </FormDialog>
  );
}

/** Edit User. Asks before making a user inactive who holds keys. */
function EditUser({ open, onClose, onClosed, onInvited, person }: Props & { person: ListUser }) {
  const update = useAction('updateUser');
  const { data } = useRead('listUsers');
  const [confirming, setConfirming] = useState<{ answer: (yes: boolean) => void } | null>(null);
  const save = useSaveForm({
    source: data?.find(({ id }) => id === person.id) ?? person,
    valuesOf,
    schema: UserDialogForm,
    order: USER_FIELDS,
    edits: true,
    confirm(values, { isActive, holding }) {
      if (!isActive || values.isActive || holding.length === 0) return true;
      return new Promise((answer) => setConfirming({ answer }));
    },
    send: (values, changed, { id, updatedAt }) =>
      update.run({ params: { id }, body: patchOf(changed, values), ifMatch: updatedAt }),
    onSaved(saved) {
      onClose();
      // A changed email removes the password: the user gets a link.
      if (saved?.mailed !== undefined) onInvited({ ...saved, mailed: saved.mailed });
    },
    open,
  });
  const known = save.base ?? person;
  const answer = (yes: boolean) => () => {
    setConfirming(null);
    confirming?.answer(yes);
  };
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      size={880}
      title="Edit User"
      description={`${fullName(known)}, added ${datedDay(known.createdAt)}`}
      footLeft={<UserSummary person={known} form={save.form} />}
      submitLabel="Save changes"
    >
      <div className="grid gap-4">
        <StaleNotice shown={save.stale} name={fullName(known)} />
        <UserFields form={save.form} person={save.now ?? known} onInvited={onInvited} />
      </div>
      <DeactivateHolder
        person={known}
        open={confirming !== null}
        onCancel={answer(false)}
        onConfirm={answer(true)}
      />
    </FormDialog>
  );
}

/** Summary of the permissions and locations that the form grants. */
function UserSummary({
  person,
  form,
}: {
  person: ListUser | null;
  form: UseFormReturn<Values, unknown, Values>;
}) {
  const values = useWatch({ control: form.control }) as Values;
  const { data } = useRead('listLocations');
  if (values.role === 'super_admin') return 'Every permission, all locations';
  const { base } = baseOf(person, values.role);
  const added = values.customPermissions.filter((one) => !base.includes(one)).length;
  const permissions = added > 0 ? count(added, 'added permission') : 'Role default';
  const chosen = values.allowedLocationIds.length;
  const places = values.everywhere
    ? 'all locations'
    : data && data.length >= chosen
      ? `${chosen} of ${count(data.length, 'location')}`
      : count(chosen, 'location');
  return `${permissions}, ${places}`;
}

/** Confirmation with the key sets that a user to be made inactive still holds. */
function DeactivateHolder({
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
