import { useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { passwordField } from '../../shared/company.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import type { LinkReply } from '../../shared/password.ts';
import { ApiError, call } from '../api/call.ts';
import { Button } from '../ui/Button.tsx';
import { Email } from '../ui/Email.tsx';
import { NewPasswordFields } from '../user/NewPasswordFields.tsx';
import { AccountCard, AccountFrame } from './AccountFrame.tsx';
import { PageAlert } from './PageAlert.tsx';

type Values = { password: string; confirmPassword: string };

/** The server's password rule, and equal fields; the strength meter only advises here. */
const resolver: Resolver<Values> = (values) => {
  const wrong = (field: keyof Values, message: string) => ({
    values: {},
    errors: { [field]: { type: 'rule', message } },
  });
  const short = passwordField.safeParse(values.password).error?.issues[0]?.message;
  if (short) return wrong('password', short);
  if (values.password !== values.confirmPassword) return wrong('confirmPassword', 'Passwords do not match');
  return { values, errors: {} };
};

export interface ResetPasswordFormProps {
  token: string;
  link: z.output<typeof LinkReply>;
  onSet: (password: string) => void;
  onExpired: () => void;
}

/** Form that sets the password of the link's account. */
export function ResetPasswordForm({ token, link, onSet, onExpired }: ResetPasswordFormProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, control, formState } = useForm<Values>({
    resolver,
    defaultValues: { password: '', confirmPassword: '' },
  });
  const [password, confirm] = useWatch({ control, name: ['password', 'confirmPassword'] });
  const { errors } = formState;
  const invited = link.purpose === 'invite';

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    setPending(true);
    try {
      await call('resetPassword', { body: { token, password: values.password } });
      onSet(values.password);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      if (refusal?.status === 400) return onExpired();
      setFailure(refusal?.body.message || refusal?.message || ACTION_MESSAGES.resetPassword.failed);
    } finally {
      setPending(false);
    }
  });

  return (
    <AccountFrame
      title={invited ? `Welcome to ${link.companyName ?? 'Keyhold'}` : 'Set a new password'}
      lead={
        <>
          {invited ? 'Choose a password for ' : 'For '}
          <span className="font-medium break-words text-fg">
            <Email address={link.email} />
          </span>
        </>
      }
    >
      {failure && <PageAlert text={failure} />}
      <AccountCard>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          {/* Gives the password manager the user name. */}
          <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
          <NewPasswordFields
            label={invited ? 'Password' : 'New Password'}
            size="xl"
            password={{
              input: register('password', { deps: 'confirmPassword' }),
              value: password,
              error: errors.password?.message,
            }}
            confirm={{
              input: register('confirmPassword'),
              value: confirm,
              error: errors.confirmPassword?.message,
            }}
          />
          <Button
            block
            type="submit"
            variant="primary"
            size="xl"
            pending={pending}
            pendingLabel="Saving..."
            className="mt-1 text-[15px]!"
          >
            Set Password
          </Button>
        </form>
      </AccountCard>
    </AccountFrame>
  );
}
