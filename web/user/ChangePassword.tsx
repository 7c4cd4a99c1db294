import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { PasswordForm } from '../../shared/password.ts';
import { useAction } from '../api.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
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

/** The own password (DECISIONS S-11), in a dialog of its own: it asks for three, and a profile rarely for one. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  return (
    <Panel>
      <PanelHead title="Password" />
      <div className="flex items-center justify-between gap-4 p-4 phone:flex-col phone:items-stretch">
        <p className="text-label text-muted">Changing it signs out your other sessions.</p>
        <Button onClick={() => setOpen(true)}>Change Password</Button>
      </div>
      <ChangePasswordDialog open={open} onClose={() => setOpen(false)} />
    </Panel>
  );
}

/** The current password, and the new one twice. Every other session ends. */
function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const me = useMe();
  const change = useAction('changePassword');
  const { register, handleSubmit, reset, setError, control, formState } = useForm<Values>({
    resolver: zodResolver(Form),
    defaultValues: EMPTY,
  });
  const { errors, isDirty } = formState;
  const [password, confirm] = useWatch({ control, name: ['newPassword', 'confirmPassword'] });

  useEffect(() => {
    if (open) reset(EMPTY);
  }, [open, reset]);

  const refused = change.error?.body.errors;
  useEffect(() => {
    for (const [field, message] of Object.entries(refused ?? {}))
      setError(field as keyof Values, { message }, { shouldFocus: true });
  }, [refused, setError]);

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    if (await change.run({ body: { currentPassword, newPassword } })) onClose();
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Change Password"
      description="Your other sessions are signed out."
      dirty={isDirty}
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" pending={change.pending} pendingLabel="Changing...">
          Change Password
        </Button>
      }
    >
      {/* For the password manager, which otherwise would not know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <div className="grid gap-4">
        <Field label="Current Password" required error={errors.currentPassword?.message}>
          <PasswordInput {...register('currentPassword')} data-autofocus="" />
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
    </Dialog>
  );
}
