import { useWatch } from 'react-hook-form';
import type { User } from '../../../shared/user.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { NewPasswordFields } from '../../user/NewPasswordFields.tsx';
import type { AccountForm } from './account-form.ts';

/** Step 1, "You". Somebody signed in keeps their email and needs no password. */
export function PersonFields({ form, me }: { form: AccountForm; me: User | null }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [password, confirm] = useWatch({ control, name: ['password', 'confirmPassword'] });
  return (
    <fieldset className="grid gap-4 p-5 sm:grid-cols-2 md:p-7">
      <legend className="float-left mb-0 text-[15px] font-semibold tracking-tight sm:col-span-2">You</legend>
      <div className="grid grid-cols-2 gap-3 sm:col-span-2 md:gap-4">
        <Field label="First Name" required size="xl" error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Last Name" size="xl" error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Field
        label="Email"
        required
        size="xl"
        className="sm:col-span-2"
        error={errors.email?.message}
        hint={me ? 'You are signed in with this address.' : undefined}
      >
        <Input
          {...register('email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={me !== null}
          className={me ? 'bg-soft! text-muted! shadow-none!' : undefined}
        />
      </Field>
      {!me && (
        <div className="flex flex-col gap-4 sm:col-span-2">
          <NewPasswordFields
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
        </div>
      )}
    </fieldset>
  );
}
