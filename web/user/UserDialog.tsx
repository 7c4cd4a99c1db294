import { Link } from '@tanstack/react-router';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { mayManage } from '../../shared/grant.ts';
import { all, ROLE_LABELS, type Role } from '../../shared/permissions.ts';
import type { EditedUser, InvitedUser, ListUser, User } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { PlanNotice } from '../form/FormFrame.tsx';
import { RecordDialog, type Shown, useRecord } from '../form/RecordDialog.tsx';
import { count, datedDay } from '../format.ts';
import { useMay, useMe } from '../session.tsx';
import { linkClass } from '../ui/classes.ts';
import { Notice } from '../ui/Notice.tsx';
import { type Question, useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { LocationChoice, PermissionEditor } from './PermissionEditor.tsx';
import {
  blankUser,
  bodyOf,
  patchOf,
  rolesFor,
  SignIn,
  USER_FIELDS,
  UserDialogForm,
  type Values,
} from './SignIn.tsx';
import { baseOf } from './UserTable.tsx';

type Props = Shown & {
  /** The user to edit; null to create one. */
  person: ListUser | null;
  /** Called when a new link to set a password was created. */
  onInvited: (person: InvitedUser) => void;
};

const SEES_MORE =
  "This user has access to locations you don't. You can change their name and the locations you see; the rest needs someone with access to all of theirs.";

/** Creates a user or edits one. Offers only what the caller may grant. */
export function UserDialog(props: Props) {
  const me = useMe();
  const { record, question } = useUserRecord(props);
  const { control } = record.save.form;
  // The fields have their values one render after the dialog.
  const [role = props.person?.role ?? 'viewer', isActive = true, email] = useWatch({
    control,
    name: ['role', 'isActive', 'email'],
  });
  const person = record.latest ?? props.person;
  const named = record.base ?? props.person;
  const self = person?.id === me.id;
  const wider = Boolean(person && !self && !mayManage(me, person));
  const locked = self || wider;
  /** The new link is a change of one's own: what is typed goes on from the version after it. */
  function invited(made: InvitedUser) {
    if (record.base?.updatedAt === person?.updatedAt) record.save.rebase(made);
    props.onInvited(made);
  }
  return (
    <RecordDialog
      {...record}
      size={880}
      title={named ? 'Edit User' : 'Create User'}
      description={
        named
          ? `${fullName(named)}, added ${datedDay(named.createdAt)}`
          : "They'll set a password using a one-time link."
      }
      footLeft={record.save.base && <UserSummary person={named} form={record.save.form} />}
      name={named ? fullName(named) : undefined}
      above={wider ? <Notice variant="info">{SEES_MORE}</Notice> : !person && <PlanNotice noun="users" />}
      looks={looksOf(me, person, { self, locked, email, role })}
      beside={
        <Controller
          control={control}
          name="customPermissions"
          render={({ field: { value, onChange } }) => (
            <PermissionEditor {...{ person, role, value, onChange, locked }} />
          )}
        />
      }
    >
      {person && <KeysHeld person={person} leaving={!isActive} />}
      {person && !locked && person.isActive && <SignIn person={person} onInvited={invited} />}
      <LocationChoice control={control} person={person} role={role} locked={self} />
      {question}
    </RecordDialog>
  );
}

/** The form, and the question before making a user inactive who holds keys. "Add another" keeps role and locations. */
function useUserRecord({ person, onInvited, ...shown }: Props) {
  const create = useAction('createUser');
  const update = useAction('updateUser');
  const { data } = useRead('listUsers', {}, { enabled: person !== null });
  const question = useQuestion();
  const roles = rolesFor(useMe(), null);
  /** Of an edited user only a changed email, which removes the password, comes with a link. */
  function invited({ mailed, ...saved }: EditedUser) {
    if (mailed !== undefined && (person || saved.isActive)) onInvited({ ...saved, mailed });
  }
  const record = useRecord({
    ...shown,
    record: person && (data?.find(({ id }) => id === person.id) ?? person),
    blank: blankUser(roles.includes('officer') ? 'officer' : (roles[0] ?? 'viewer')),
    valuesOf: ({ allowedLocationIds }) => ({ everywhere: allowedLocationIds.length === 0 }),
    fields: USER_FIELDS,
    schema: UserDialogForm,
    create: (values) => create.run({ body: bodyOf(values) }),
    update: (changed, { id, updatedAt }, values) =>
      update.run({ params: { id }, body: patchOf(changed, values), ifMatch: updatedAt }),
    confirm: (values, before) =>
      values.isActive ||
      !before.isActive ||
      before.holding.length === 0 ||
      question.ask(deactivation(before)),
    onSaved(saved) {
      shown.onClose();
      if (saved) invited(saved);
    },
    another: { keep: ['role', 'everywhere', 'allowedLocationIds'], nameOf: fullName, onAdded: invited },
  });
  return { record, question: question.dialog };
}

/** The question names the key sets that a user to be made inactive still holds. */
const deactivation = (person: ListUser): Question => ({
  title: `${fullName(person)} still holds ${count(person.holding.length, 'key set')}`,
  text: `${fullName(person)} will no longer be able to sign in. The keys stay recorded in their name until returned.`,
  confirmLabel: 'Make inactive',
  danger: true,
  children: (
    <ul className="max-h-40 divide-y overflow-y-auto rounded-lg border text-body">
      {person.holding.map(({ id, identifier }) => (
        <li key={id} className="px-3 py-2 font-medium break-words">
          {identifier}
        </li>
      ))}
    </ul>
  ),
});

const NEW_MAILBOX =
  'Saving signs them out and removes their password. They choose a new one with a link for this address.';
const OWN_RIGHTS = "You can't change your own role, permissions, locations or status.";

type Limits = {
  self: boolean;
  /** The caller may not change this user's rights or sign-in. */
  locked: boolean;
  email: string | undefined;
  role: Role;
};

function looksOf(me: User, person: ListUser | null, { self, locked, email = '', role }: Limits) {
  const roles = rolesFor(me, person);
  const fixed = locked || roles.length < 2;
  const moves = person !== null && !locked && email.trim().toLowerCase() !== person.email;
  return {
    firstName: { half: true },
    lastName: { half: true },
    email: {
      locked,
      hint: self ? 'Change it on your profile, with your password.' : moves ? NEW_MAILBOX : undefined,
    },
    role: {
      required: false as const,
      locked: fixed,
      options: roles.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
      hint: fixed && !locked ? 'Only someone who can assign permissions can change a role.' : undefined,
    },
    isActive: { locked, hint: self ? OWN_RIGHTS : 'Inactive users cannot sign in.' },
    approver: {
      locked: locked || role === 'super_admin',
      hint:
        role === 'super_admin'
          ? 'Super Admins always may.'
          : 'Says yes as the second person to keys of their locations, never to their own.',
    },
  };
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
  const locations = values.everywhere
    ? 'all locations'
    : data && data.length >= chosen
      ? `${chosen} of ${count(data.length, 'location')}`
      : count(chosen, 'location');
  return `${permissions}, ${locations}`;
}

const SHOWN = 6;

/** The key bunches issued to a user; a warning while the form makes the user inactive. */
export function KeysHeld({ person, leaving }: { person: ListUser; leaving: boolean }) {
  if (person.holding.length === 0) return null;
  const keys = count(person.holding.length, 'key set');
  if (leaving)
    return (
      <Notice variant="warning" title={`Still holds ${keys}`}>
        <KeyLinks person={person} />
      </Notice>
    );
  return (
    <p className="text-label text-muted">
      Holds {keys}: <KeyLinks person={person} />
    </p>
  );
}

/** Identifiers of the bunches, linked to their history with the permission for it. */
function KeyLinks({ person }: { person: ListUser }) {
  const may = useMay();
  const linked = may(all('key:view', 'history:view'));
  const rest = person.holding.length - SHOWN;
  return (
    <>
      {person.holding.slice(0, SHOWN).map(({ id, identifier }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {linked ? (
            <Link to="/key-history/$id" params={{ id: String(id) }} className={linkClass}>
              {identifier}
            </Link>
          ) : (
            <span className="font-medium">{identifier}</span>
          )}
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  );
}
