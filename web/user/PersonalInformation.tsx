import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { PROFILE_MESSAGES } from '../../shared/action-messages.ts';
import { namesOf } from '../../shared/record-fields.ts';
import { ProfileForm, type User } from '../../shared/user.ts';
import { useAction } from '../api/action.ts';
import { RecordFields } from '../form/FormField.tsx';
import { FormPanel } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { useMe } from '../session.tsx';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/Input.tsx';

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

const FIELDS = {
  firstName: { label: 'First Name' },
  lastName: { label: 'Last Name' },
  email: { label: 'Email', kind: 'email' },
  currentPassword: { label: 'Current Password', kind: 'own' },
} as const;

/** Form for the caller's own name and email. */
export function PersonalInformation() {
  const me = useMe();
  const update = useAction('updateUser', { messages: PROFILE_MESSAGES });
  const schema = formOf(me);
  const save = useSaveForm({
    source: me,
    valuesOf,
    schema,
    order: namesOf(FIELDS),
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
  const typed = useWatch({ control, name: 'email' });

  return (
    <FormPanel title="Personal Information" save={save} name="your profile">
      <RecordFields
        fields={FIELDS}
        schema={schema}
        looks={{
          firstName: { half: 'wide', autoComplete: 'given-name' },
          lastName: { half: 'wide', autoComplete: 'family-name' },
          email: { autoComplete: 'email' },
          currentPassword: {
            own: isOther(typed ?? me.email, me.email) && (
              <Field
                label={FIELDS.currentPassword.label}
                required
                hint="Needed to change your sign-in email."
                error={formState.errors.currentPassword?.message}
              >
                <PasswordInput {...register('currentPassword')} />
              </Field>
            ),
          },
        }}
      />
    </FormPanel>
  );
}
