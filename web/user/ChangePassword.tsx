import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { PasswordForm } from '../../shared/password.ts';
import { useAction } from '../api/action.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/PasswordInput.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
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

/** One's own password, in a dialog of its own, as it needs three fields that a profile rarely needs. */
export function ChangePassword() {
  const dialog = useDialogState<null>();
  return (
    <Panel>
      <PanelHead title="Password" />
      <div className="flex items-center justify-between gap-4 p-4 phone:flex-col phone:items-stretch">
        <p className="text-label text-muted">Changing it signs out your other sessions.</p>
        <Button onClick={() => dialog.show(null)}>Change Password</Button>
      </div>
      {dialog.shown && <ChangePasswordDialog key={dialog.shown.turn} {...dialog.props} />}
    </Panel>
  );
}

/** The current password, and the new one twice. Every other session ends. */
function ChangePasswordDialog({ open, onClose, onClosed }: DialogState<null>['props']) {
  const me = useMe();
  const change = useAction('changePassword');
  const save = useSaveForm({
    source: EMPTY,
    valuesOf: (empty) => empty,
    schema: Form,
    order: ['currentPassword', 'newPassword', 'confirmPassword'],
    send: ({ currentPassword, newPassword }) => change.run({ body: { currentPassword, newPassword } }),
    onSaved: onClose,
    open,
  });
  const { register, control, formState } = save.form;
  const { errors } = formState;
  const [password, confirm] = useWatch({ control, name: ['newPassword', 'confirmPassword'] });

  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Change Password"
      description="Your other sessions are signed out."
      submitLabel="Change Password"
      pendingLabel="Changing..."
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
    </FormDialog>
  );
}
