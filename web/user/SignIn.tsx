import { Link2, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import type { BodyOf } from '../../shared/api.ts';
import { coversRole, mayAssign, rolesForNew } from '../../shared/grant.ts';
import { PERMISSIONS, ROLES, type Role } from '../../shared/permissions.ts';
import { type InvitedUser, type ListUser, type User, UserForm } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { exactTime } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { hasRunOut } from './UserTable.tsx';

type Props = {
  person: ListUser;
  /** Called when a new link to set a password was created. */
  onInvited: (person: InvitedUser) => void;
};

/** A user's sign-in: a new link to set a password, and the reset of a second factor. */
export const SignIn = (props: Props) => (
  <>
    <SignInLink {...props} />
    <ResetFactor {...props} />
  </>
);

/** Creates a one-time link to set a password; cancels the earlier ones. */
function SignInLink({ person, onInvited }: Props) {
  const invite = useAction('inviteUser');
  const { id, invitedUntil, updatedAt } = person;
  const state = !invitedUntil
    ? 'Lets them choose a new password.'
    : hasRunOut(invitedUntil)
      ? `The invitation expired on ${exactTime(invitedUntil)}.`
      : `Invited. The link works until ${exactTime(invitedUntil)}.`;
  async function send() {
    const invited = await invite.run({ params: { id }, body: {}, ifMatch: updatedAt });
    if (invited.ok) onInvited(invited.reply);
  }
  return (
    <Line title="Sign-in link" text={state}>
      <Button size="sm" icon={Link2} pending={invite.pending} onClick={() => void send()}>
        New link
      </Button>
    </Line>
  );
}

/** Resets a lost second factor. */
function ResetFactor({ person, onInvited }: Props) {
  const reset = useAction('resetFactors');
  const { ask, dialog } = useQuestion();
  async function start() {
    const sure = await ask({
      title: `Reset the second factor of ${fullName(person)}?`,
      text: 'They are signed out everywhere, their password is removed, and they choose a new one with a link. Make sure the request came from them.',
      confirmLabel: 'Reset',
    });
    if (!sure) return;
    const outcome = await reset.run({ params: { id: person.id }, body: {} });
    if (outcome.ok) onInvited(outcome.reply);
  }
  return (
    <Line title="Second factor" text={person.secondFactor ? 'On. Reset it when they have lost it.' : 'Off.'}>
      {person.secondFactor && (
        <Button size="sm" icon={ShieldOff} pending={reset.pending} onClick={() => void start()}>
          Reset
        </Button>
      )}
      {dialog}
    </Line>
  );
}

const Line = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 rounded-lg border px-3.5 py-2.5">
    <div className="min-w-0">
      <p className="text-body font-medium">{title}</p>
      <p className="text-hint text-pretty text-muted">{text}</p>
    </div>
    {children}
  </div>
);

/** Fields in page order. An empty list of locations means all, hence the separate switch `everywhere`. */
export const USER_FIELDS = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  email: { label: 'Email', kind: 'email' },
  role: { label: 'Role', kind: 'choice' },
  isActive: { label: 'Active', kind: 'switch' },
  approver: { label: 'May approve', kind: 'switch' },
  everywhere: { label: 'All locations', kind: 'own' },
  allowedLocationIds: { label: 'Location access', kind: 'own' },
  customPermissions: { label: 'Permissions', kind: 'own' },
} as const;

/** The dialog's form. */
export const UserDialogForm = z
  .object({
    ...UserForm.shape,
    role: z.enum(ROLES),
    customPermissions: z.array(z.enum(PERMISSIONS)),
    allowedLocationIds: z.array(z.int()),
    isActive: z.boolean(),
    everywhere: z.boolean(),
  })
  .check(
    z.refine(
      ({ role, everywhere, allowedLocationIds }) =>
        role === 'super_admin' || everywhere || allowedLocationIds.length > 0,
      // Reported together with the other errors.
      { message: 'Choose at least one location', path: ['allowedLocationIds'], when: () => true },
    ),
  );
export type Values = z.output<typeof UserDialogForm>;

/** A new user before anything is typed. */
export const blankUser = (role: Role) => ({
  role,
  customPermissions: [],
  allowedLocationIds: [],
  isActive: true,
  approver: false,
  everywhere: false,
});

/** Body of the call that creates a user. */
export const bodyOf = ({ everywhere, ...values }: Values): BodyOf<'createUser'> => ({
  ...values,
  allowedLocationIds: everywhere || values.role === 'super_admin' ? [] : values.allowedLocationIds,
});

/** Body of the call that changes a user: includes the locations when the list or its switch changed. */
export function patchOf(changed: Partial<Values>, values: Values): BodyOf<'updateUser'> {
  const { everywhere, allowedLocationIds, ...rest } = changed;
  if (everywhere === undefined && allowedLocationIds === undefined) return rest;
  return { ...rest, allowedLocationIds: values.everywhere ? [] : values.allowedLocationIds };
}

/** Roles offered: those the caller may assign, and the user's current one. */
export const rolesFor = (me: User, person: ListUser | null): Role[] =>
  person
    ? ROLES.filter((role) => role === person.role || (mayAssign(me) && coversRole(me, role)))
    : rolesForNew(me);
