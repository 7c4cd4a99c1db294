import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { PasswordForm } from '../../shared/password.ts';
import { useAction } from '../api.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

const Form = z.object({ ...PasswordForm.shape, confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    message: 'Passwords do not match',
    path: ['confirmPassword'],
    when: () => true,
  }),
);
type Values = z.output<typeof Form>;
const EMPTY: Values = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The own password: the current one, and the new one twice. Every other session ends (DECISIONS S-11). */
export function ChangePassword() {
  const me = useMe();
  const change = useAction('changePassword');
  const { register, handleSubmit, reset, setError, control, formState } = useForm<Values>({
    resolver: zodResolver(Form),
    defaultValues: EMPTY,
  });
  const { errors } = formState;
  const [password, confirm] = useWatch({ control, name: ['newPassword', 'confirmPassword'] });

  const refused = change.error?.body.errors;
  useEffect(() => {
    for (const [field, message] of Object.entries(refused ?? {}))
      setError(field as keyof Values, { message }, { shouldFocus: true });
  }, [refused, setError]);

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    if (await change.run({ body: { currentPassword, newPassword } })) reset(EMPTY);
  });

  return (
    <Panel>
      <PanelHead title="Password" />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
        <div className="grid gap-4 p-4">
          <Field label="Current Password" required error={errors.currentPassword?.message}>
            <PasswordInput {...register('currentPassword')} />
          </Field>
          <NewPasswordFields
            label="New Password"
            password={{
              input: register('newPassword', { deps: 'confirmPassword' }),
              value: password,
              error: errors.newPassword?.message,
            }}
            confirm={{
              input: register('confirmPassword'),
              value: confirm,
              error: errors.confirmPassword?.message,
            }}
          />
        </div>
        <div className="flex items-center justify-between gap-4 border-t bg-soft/40 px-4 py-3 phone:flex-col phone:items-stretch">
          <p className="text-hint text-muted">Your other sessions are signed out.</p>
          <Button type="submit" pending={change.pending} pendingLabel="Changing..." className="phone:w-full">
            Change Password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
