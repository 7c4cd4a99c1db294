import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { PROFILE_MESSAGES } from '../../shared/messages.ts';
import { ProfileForm, type User } from '../../shared/user.ts';
import { useAction } from '../api/action.ts';
import { FormPanel } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { useMe } from '../session.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input, PasswordInput } from '../ui/form/Input.tsx';

type Values = z.input<typeof ProfileForm>;

const NEEDED = 'Current password is required';
const valuesOf = (me: Pick<User, 'firstName' | 'lastName' | 'email'>): Values => ({
  firstName: me.firstName ?? '',
  lastName: me.lastName ?? '',
  email: me.email,
  currentPassword: '',
});

const isOther = (email: string | undefined, than: string): boolean =>
  email?.trim().toLowerCase() !== than.toLowerCase();

/** A changed email needs the current password. */
const formOf = (me: User) =>
  ProfileForm.check(
    z.refine(({ email, currentPassword }) => Boolean(currentPassword) || !isOther(email, me.email), {
      message: NEEDED,
      path: ['currentPassword'],
    }),
  );

/** Form for the caller's own name and email. */
export function PersonalInformation() {
  const me = useMe();
  const update = useAction('updateUser', { messages: PROFILE_MESSAGES });
  const save = useSaveForm({
    source: me,
    valuesOf,
    schema: formOf(me),
    order: ['firstName', 'lastName', 'email', 'currentPassword'],
    focus: null,
    edits: true,
    send: ({ currentPassword, ...person }, _, { id, email, updatedAt }) =>
      update.run({
        params: { id },
        body: isOther(person.email, email) ? { ...person, currentPassword } : person,
        ifMatch: updatedAt,
      }),
    stays: (saved): User => saved,
  });
  const { register, control, formState } = save.form;
  const { errors } = formState;
  const typed = useWatch({ control, name: 'email' });
  const moves = isOther(typed ?? me.email, me.email);

  return (
    <FormPanel title="Personal Information" save={save} name="your profile">
      <div className="grid gap-4 sm:grid-cols-2">
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
            hint="Needed to change your sign-in email."
            error={errors.currentPassword?.message}
          >
            <PasswordInput {...register('currentPassword')} />
          </Field>
        )}
      </div>
    </FormPanel>
  );
}
