import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { PROFILE_MESSAGES } from '../../shared/messages.ts';
import { ProfileForm, type User } from '../../shared/user.ts';
import { useAction } from '../api.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';

type Values = z.input<typeof ProfileForm>;

const NEEDED = 'Current password is required';
const valuesOf = (me: Pick<User, 'firstName' | 'lastName' | 'email'>): Values => ({
  firstName: me.firstName ?? '',
  lastName: me.lastName ?? '',
  email: me.email,
  currentPassword: '',
});

/** The form of one's own name and email; a changed email asks for the current password (DECISIONS S-18). */
export function PersonalInformation() {
  const me = useMe();
  const save = useAction('updateUser', { messages: PROFILE_MESSAGES });
  const { register, handleSubmit, setError, reset, control, formState } = useForm<
    Values,
    unknown,
    z.output<typeof ProfileForm>
  >({ resolver: zodResolver(ProfileForm), defaultValues: valuesOf(me) });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'email' });
  const moves = typed.trim().toLowerCase() !== me.email.toLowerCase();

  const refused = save.error?.body.errors;
  useEffect(() => {
    for (const [index, [field, message]] of Object.entries(refused ?? {}).entries())
      setError(field as keyof Values, { message }, { shouldFocus: index === 0 });
  }, [refused, setError]);

  const submit = handleSubmit(async ({ currentPassword, ...person }) => {
    if (moves && !currentPassword)
      return setError('currentPassword', { message: NEEDED }, { shouldFocus: true });
    const body = moves ? { ...person, currentPassword } : person;
    const saved = await save.run({ params: { id: me.id }, body });
    if (saved) reset(valuesOf(saved));
  });

  return (
    <Panel>
      <PanelHead title="Personal Information" />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <Field label="First Name" required error={errors.firstName?.message}>
            <Input {...register('firstName')} autoComplete="given-name" />
          </Field>
          <Field label="Last Name" required error={errors.lastName?.message}>
            <Input {...register('lastName')} autoComplete="family-name" />
          </Field>
          <Field label="Email" required className="sm:col-span-2" error={errors.email?.message}>
            <Input
              {...register('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          {moves && (
            <Field
              label="Current Password"
              required
              className="sm:col-span-2"
              hint="Asked for because you sign in with your email."
              error={errors.currentPassword?.message}
            >
              <PasswordInput {...register('currentPassword')} />
            </Field>
          )}
        </div>
        <div className="flex justify-end border-t bg-soft/40 px-4 py-3">
          <Button
            type="submit"
            variant="primary"
            pending={save.pending}
            pendingLabel="Saving..."
            className="phone:w-full"
          >
            Save Changes
          </Button>
        </div>
      </form>
    </Panel>
  );
}
