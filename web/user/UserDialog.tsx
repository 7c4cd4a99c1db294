import { useEffect, useMemo, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { mayManage } from '../../shared/grant.ts';
import { ROLE_LABELS } from '../../shared/permissions.ts';
import { fullName, type InvitedUser, type ListUser } from '../../shared/user.ts';
import { useAction } from '../api.ts';
import { longDate } from '../format.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Switch } from '../ui/form/Switch.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { DeactivateHolder } from './DeactivateHolder.tsx';
import { KeysHeld } from './KeysHeld.tsx';
import { LocationChoice } from './LocationChoice.tsx';
import { PermissionEditor } from './PermissionEditor.tsx';
import { SignInLink } from './SignInLink.tsx';
import { UserSummary } from './UserSummary.tsx';
import { bodyOf, rolesFor, useUserForm, type Values, valuesOf } from './user-form.ts';

type Props = {
  open: boolean;
  /** Whom to edit; null to create somebody. */
  person: ListUser | null;
  onClose: () => void;
  /** Somebody has a new link to set their password with. */
  onInvited: (person: InvitedUser) => void;
};

const OWN_RIGHTS = 'Nobody changes their own role, permissions, locations or status.';

/** Create or edit a user (SPEC 2.15): who it is, what they may do and where. What the caller may not give is not offered. */
export function UserDialog({ open, person, onClose, onInvited }: Props) {
  const me = useMe();
  const create = useAction('createUser');
  const update = useAction('updateUser');
  const roles = rolesFor(me, person);
  const first = roles.includes('officer') ? 'officer' : (roles[0] ?? 'viewer');
  const start = useMemo(() => valuesOf(person, first), [person, first]);
  const form = useUserForm(start);
  const { register, control, reset, setError, formState } = form;
  const { errors, isDirty } = formState;
  const values = useWatch({ control }) as Values;
  const [asking, setAsking] = useState<Values | null>(null);
  const self = person?.id === me.id;
  const renames = !person || (!self && mayManage(me, person));

  useEffect(() => {
    if (open) reset(start);
  }, [open, start, reset]);

  const refused = (person ? update : create).error?.body.errors;
  useEffect(() => {
    for (const [field, message] of Object.entries(refused ?? {}))
      if (field in start) setError(field as keyof Values, { message }, { shouldFocus: true });
  }, [refused, start, setError]);

  async function save(given: Values) {
    setAsking(null);
    if (person) {
      if (await update.run({ params: { id: person.id }, body: bodyOf(given, person) })) onClose();
      return;
    }
    const made = await create.run({ body: bodyOf(given, null) });
    if (!made) return;
    onClose();
    if (made.isActive) onInvited(made);
  }

  const submit = form.handleSubmit((given) => {
    const leaves = person?.isActive && !given.isActive && person.holding.length > 0;
    return leaves ? setAsking(given) : save(given);
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size={880}
      title={person ? 'Edit User' : 'Create User'}
      description={
        person
          ? `${fullName(person)}, added ${longDate(person.createdAt)}`
          : 'They choose a password by a one-time link.'
      }
      dirty={isDirty}
      onSubmit={submit}
      footLeft={<UserSummary person={person} values={values} />}
      foot={
        <Button type="submit" variant="primary" pending={create.pending || update.pending}>
          {person ? 'Save changes' : 'Create User'}
        </Button>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,360fr)_minmax(0,440fr)]">
        <div className="grid min-w-0 gap-4">
          <div className="grid grid-cols-2 items-start gap-3">
            <Field label="First name" required error={errors.firstName?.message}>
              <Input {...register('firstName')} autoComplete="off" />
            </Field>
            <Field label="Last name" required error={errors.lastName?.message}>
              <Input {...register('lastName')} autoComplete="off" />
            </Field>
          </div>
          <Field
            label="Email"
            required
            error={errors.email?.message}
            hint={
              self
                ? 'Change it on your profile, with your password.'
                : renames
                  ? undefined
                  : 'This user sees locations that you do not, so only somebody who sees them too changes this.'
            }
          >
            <Input
              {...register('email')}
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={!renames}
              className={renames ? undefined : 'bg-soft/60! text-muted'}
            />
          </Field>
          <Controller
            control={control}
            name="role"
            render={({ field }) => (
              <Field
                label="Role"
                error={errors.role?.message}
                hint={
                  !self && roles.length < 2
                    ? 'Only somebody who may assign permissions changes a role.'
                    : undefined
                }
              >
                <Select
                  {...field}
                  onValueChange={field.onChange}
                  disabled={self || roles.length < 2}
                  options={roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
                />
              </Field>
            )}
          />
          <div className="rounded-lg border px-3.5 py-2.5">
            <Controller
              control={control}
              name="isActive"
              render={({ field: { value, onChange, ref, ...field } }) => (
                <Switch
                  {...field}
                  ref={ref}
                  label="Active"
                  hint={self ? OWN_RIGHTS : 'Inactive users cannot sign in.'}
                  checked={value}
                  disabled={self}
                  onCheckedChange={onChange}
                />
              )}
            />
          </div>
          {person && <KeysHeld person={person} leaving={!values.isActive} />}
          {person && renames && person.isActive && <SignInLink person={person} onInvited={onInvited} />}
          <Controller
            control={control}
            name="allowedLocationIds"
            render={({ field, fieldState }) => (
              <LocationChoice
                person={person}
                role={values.role}
                everywhere={values.everywhere}
                onEverywhere={(on) =>
                  form.setValue('everywhere', on, {
                    shouldDirty: true,
                    shouldValidate: formState.isSubmitted,
                  })
                }
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
                locked={self}
              />
            )}
          />
        </div>
        <Controller
          control={control}
          name="customPermissions"
          render={({ field }) => (
            <PermissionEditor
              person={person}
              role={values.role}
              value={field.value}
              onChange={field.onChange}
              locked={self}
            />
          )}
        />
      </div>
      {person && (
        <DeactivateHolder
          person={person}
          open={asking !== null}
          pending={update.pending}
          onCancel={() => setAsking(null)}
          onConfirm={() => asking && void save(asking)}
        />
      )}
    </Dialog>
  );
}
