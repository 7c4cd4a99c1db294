import { Link2, ShieldOff } from 'lucide-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { mayManage } from '../../shared/grant.ts';
import { ROLE_LABELS } from '../../shared/permissions.ts';
import type { InvitedUser, ListUser } from '../../shared/user.ts';
import { fullName } from '../../shared/user-name.ts';
import { useAction } from '../api/action.ts';
import { exactTime } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { KeysHeld } from './KeysHeld.tsx';
import { LocationChoice } from './LocationChoice.tsx';
import { PermissionEditor } from './PermissionEditor.tsx';
import { hasRunOut } from './UserIcons.tsx';
import { rolesFor, type Values } from './user-form.ts';

type Form = UseFormReturn<Values, unknown, Values>;
type Props = {
  form: Form;
  /** The edited user; null for a new one. */
  person: ListUser | null;
  /** Called when a new link to set a password was created. */
  onInvited: (person: InvitedUser) => void;
};

const SEES_MORE =
  "This user has access to locations you don't. You can change their name and the locations you see; the rest needs someone with access to all of theirs.";
const NEW_MAILBOX =
  'Saving signs them out and removes their password. They choose a new one with a link for this address.';
const OWN_RIGHTS = "You can't change your own role, permissions, locations or status.";

/** Name, role, permissions and locations. Offers only what the caller may grant. */
export function UserFields({ form, person, onInvited }: Props) {
  const me = useMe();
  const { control } = form;
  const [role, isActive] = useWatch({ control, name: ['role', 'isActive'] });
  const self = person?.id === me.id;
  const wider = Boolean(person && !self && !mayManage(me, person));
  const locked = self || wider;
  return (
    <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,360fr)_minmax(0,440fr)]">
      {wider && (
        <Notice variant="info" className="md:col-span-2">
          {SEES_MORE}
        </Notice>
      )}
      <div className="grid min-w-0 gap-4">
        <Person form={form} person={person} self={self} locked={locked} />
        <RoleField form={form} person={person} self={self} locked={locked} />
        <ActiveField form={form} self={self} locked={locked} />
        {person && <KeysHeld person={person} leaving={!isActive} />}
        {person && !locked && person.isActive && <SignInLink person={person} onInvited={onInvited} />}
        {person && !locked && person.isActive && <ResetFactor person={person} onInvited={onInvited} />}
        <LocationsField form={form} person={person} locked={self} />
      </div>
      <Controller
        control={control}
        name="customPermissions"
        render={({ field }) => (
          <PermissionEditor
            person={person}
            role={role}
            value={field.value}
            onChange={field.onChange}
            locked={locked}
          />
        )}
      />
    </div>
  );
}

function LocationsField({ form, person, locked }: Pick<Props, 'form' | 'person'> & { locked: boolean }) {
  const { control, formState } = form;
  const [role, everywhere] = useWatch({ control, name: ['role', 'everywhere'] });
  return (
    <Controller
      control={control}
      name="allowedLocationIds"
      render={({ field, fieldState }) => (
        <LocationChoice
          person={person}
          role={role}
          everywhere={everywhere}
          onEverywhere={(on) =>
            form.setValue('everywhere', on, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
          locked={locked}
        />
      )}
    />
  );
}

/** `locked`: the caller may not change this user's rights or sign-in. */
type Part = { form: Form; self: boolean; locked: boolean };

function Person({ form, person, self, locked }: Part & Pick<Props, 'person'>) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const email = useWatch({ control, name: 'email' });
  const moves = person !== null && !locked && email.trim().toLowerCase() !== person.email;
  const hint = self ? 'Change it on your profile, with your password.' : moves ? NEW_MAILBOX : undefined;
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label="First name" required error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="off" />
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="off" />
        </Field>
      </div>
      <Field label="Email" required error={errors.email?.message} hint={hint}>
        <Input
          {...register('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={locked}
          className={locked ? 'bg-soft/60! text-muted' : undefined}
        />
      </Field>
    </>
  );
}

function RoleField({ form, person, locked }: Part & Pick<Props, 'person'>) {
  const roles = rolesFor(useMe(), person);
  const fixed = locked || roles.length < 2;
  return (
    <Controller
      control={form.control}
      name="role"
      render={({ field, fieldState }) => (
        <Field
          label="Role"
          error={fieldState.error?.message}
          hint={fixed && !locked ? 'Only someone who can assign permissions can change a role.' : undefined}
        >
          <Select
            {...field}
            onValueChange={field.onChange}
            disabled={fixed}
            options={roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
          />
        </Field>
      )}
    />
  );
}

const ActiveField = ({ form, self, locked }: Part) => (
  <div className="rounded-lg border px-3.5 py-2.5">
    <Controller
      control={form.control}
      name="isActive"
      render={({ field: { value, onChange, ref, ...field } }) => (
        <Switch
          {...field}
          ref={ref}
          label="Active"
          hint={self ? OWN_RIGHTS : 'Inactive users cannot sign in.'}
          checked={value}
          disabled={locked}
          onCheckedChange={onChange}
        />
      )}
    />
  </div>
);

/** Creates a one-time link to set a password; cancels the earlier ones. */
function SignInLink({ person, onInvited }: { person: ListUser; onInvited: (person: InvitedUser) => void }) {
  const invite = useAction('inviteUser');
  const { invitedUntil } = person;
  const state = !invitedUntil
    ? 'Lets them choose a new password.'
    : hasRunOut(invitedUntil)
      ? `The invitation expired on ${exactTime(invitedUntil)}.`
      : `Invited. The link works until ${exactTime(invitedUntil)}.`;
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="text-body font-medium">Sign-in link</p>
        <p className="text-hint text-pretty text-muted">{state}</p>
      </div>
      <Button
        size="sm"
        icon={Link2}
        pending={invite.pending}
        onClick={async () => {
          const invited = await invite.run({ params: { id: person.id }, body: {} });
          if (invited.ok) onInvited(invited.reply);
        }}
      >
        New link
      </Button>
    </div>
  );
}

/** Resets a lost second factor. */
function ResetFactor({ person, onInvited }: { person: ListUser; onInvited: (person: InvitedUser) => void }) {
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
    <div className="flex items-center justify-between gap-4 rounded-lg border px-3.5 py-2.5">
      <div className="min-w-0">
        <p className="text-body font-medium">Second factor</p>
        <p className="text-hint text-pretty text-muted">
          {person.secondFactor ? 'On. Reset it when they have lost it.' : 'Off.'}
        </p>
      </div>
      {person.secondFactor && (
        <Button size="sm" icon={ShieldOff} pending={reset.pending} onClick={() => void start()}>
          Reset
        </Button>
      )}
      {dialog}
    </div>
  );
}
