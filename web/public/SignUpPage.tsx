import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { SetupForm, slugOf } from '../../shared/company.ts';
import { PASSWORD_MIN, TRIAL_DAYS } from '../../shared/limits.ts';
import { strengthOf } from '../../shared/password.ts';
import { requiredLine } from '../../shared/text.ts';
import { ApiError, call } from '../api/call.ts';
import { proposedZone, ZoneField } from '../form/ZoneField.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { EmailInput, Input } from '../ui/form/Input.tsx';
import { toastAcrossLoad } from '../ui/overlay/toast.ts';
import { NewPasswordFields } from '../user/NewPasswordFields.tsx';
import {
  AccountButton,
  AccountCard,
  AccountFoot,
  AccountFrame,
  PageAlert,
  ProviderButton,
} from './AccountFrame.tsx';
import { type Faults, resolverOf } from './faults.ts';
import { TermsButton } from './landing/TermsDialog.tsx';

/** Short sign-up: an account and its company. The wizard at /signup asks for more. */
export function SignUpPage() {
  const [alerts, setAlerts] = useState<readonly string[]>([]);
  return (
    <AccountFrame wide title="Create your account" lead={`${TRIAL_DAYS} days free. No credit card.`}>
      {alerts.length > 0 && <PageAlert text={alerts} />}
      <AccountCard>
        <ProviderButton />
        <SignUpForm onAlert={setAlerts} />
      </AccountCard>
      <AccountFoot>
        Already registered?
        <Link to="/auth/login" className={linkClass}>
          Sign in
        </Link>
      </AccountFoot>
    </AccountFrame>
  );
}

/** Name, email, company, password and terms. `onAlert` receives the errors shown above the card. */
function SignUpForm({ onAlert }: { onAlert: (lines: readonly string[]) => void }) {
  const form = useSignUp();
  const [pending, setPending] = useState(false);
  const { register, control, formState, getValues, setError } = form;
  const { errors } = formState;
  const [refused, setRefused] = useState<Partial<Record<SignUpField, string>>>({});
  const agreed = useWatch({ control, name: 'agreed' });

  // Disabled fields cannot take the focus: set the errors once the fields are enabled again.
  useEffect(() => {
    for (const [index, [field, message]] of Object.entries(refused).entries())
      setError(field as SignUpField, { message }, { shouldFocus: index === 0 });
  }, [refused, setError]);

  const submit = form.handleSubmit(
    async (values) => {
      onAlert([]);
      setPending(true);
      const { message, faults } = await signUp(values);
      setPending(false);
      onAlert([message]);
      setRefused(faults);
    },
    () => onAlert(judge(getValues()).alerts),
  );

  const text = (name: 'firstName' | 'lastName' | 'email' | 'name', label: string, autoComplete: string) => {
    const TextInput = name === 'email' ? EmailInput : Input;
    return (
      <Field label={label} required size="xl" error={errors[name]?.message}>
        <TextInput {...register(name)} autoComplete={autoComplete} disabled={pending} />
      </Field>
    );
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-start gap-3">
        {text('firstName', 'First Name', 'given-name')}
        {text('lastName', 'Last Name', 'family-name')}
      </div>
      {text('email', 'Email', 'email')}
      {text('name', 'Company Name', 'organization')}
      <ZoneField control={control} size="xl" disabled={pending} error={errors.timezone?.message} />
      <NewPasswordFields
        form={form}
        size="xl"
        demand={`Three of these four, and at least ${PASSWORD_MIN} characters:`}
        disabled={pending}
      />
      <TermsCheckbox form={form} disabled={pending} />
      <CreateAccount agreed={Boolean(agreed)} termsRefused={Boolean(errors.agreed)} pending={pending} />
    </form>
  );
}

type Creating = {
  agreed: boolean;
  /** The checkbox already has an error message. */
  termsRefused: boolean;
  pending: boolean;
};

function CreateAccount({ agreed, termsRefused, pending }: Creating) {
  return (
    <div className="flex flex-col gap-2">
      <AccountButton
        type="submit"
        aria-disabled={!agreed}
        aria-describedby={agreed || termsRefused ? undefined : 'terms-first'}
        pending={pending}
        pendingLabel="Creating account..."
      >
        Create account
      </AccountButton>
      {!agreed && !termsRefused && (
        <p id="terms-first" className="text-center text-hint text-muted">
          Agree to the terms to continue.
        </p>
      )}
    </div>
  );
}

/** Agreement to the Terms of Service, which open in a dialog. */
function TermsCheckbox({ form, disabled }: { form: UseFormReturn<SignUpValues>; disabled: boolean }) {
  const id = useId();
  const error = form.formState.errors.agreed?.message;
  return (
    <div>
      <div className="flex min-h-11 items-center gap-2.5 text-sm">
        <Checkbox
          {...form.register('agreed')}
          id={id}
          size="lg"
          disabled={disabled}
          aria-labelledby={`${id}-text`}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span id={`${id}-text`} className="flex items-center gap-x-1">
          <label htmlFor={id} className="flex min-h-11 items-center">
            I agree to the
          </label>
          <TermsButton className={cx(linkClass, 'min-h-11')} />
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-hint text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type SignUpValues = {
  firstName: string;
  lastName: string;
  email: string;
  name: string;
  /** IANA time zone name. */
  timezone: string;
  password: string;
  confirmPassword: string;
  agreed: boolean;
};
type SignUpField = keyof SignUpValues;

/** Minimum score on this page; the server's rule is a length. */
const STRENGTH_MIN = 75;

const REQUIRED = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  name: 'Company name is required',
  timezone: 'Time zone is required',
} as const;

/** Errors in the specification's order. `alerts` are shown above the card, each fault under its field; no sentence is in both. */
function judge(values: SignUpValues): { faults: Faults<SignUpValues>; alerts: string[] } {
  const terms = values.agreed
    ? { faults: {}, alerts: [] }
    : {
        faults: { agreed: 'Tick this box to continue' },
        alerts: ['You must agree to the Terms of Service'],
      };
  const wrong = (faults: Faults<SignUpValues>, ...alerts: string[]) => ({
    faults: { ...faults, ...terms.faults },
    alerts: [...alerts, ...terms.alerts],
  });
  const blank = Object.entries(REQUIRED).filter(([field]) => !values[field as keyof typeof REQUIRED].trim());
  if (blank.length > 0) return wrong(Object.fromEntries(blank), 'Please fill in all required fields');
  if (values.password !== values.confirmPassword) return wrong({ confirmPassword: 'Passwords do not match' });
  if (strengthOf(values.password) < STRENGTH_MIN)
    return wrong({ password: 'Meet three of the four rules below' }, 'Please choose a stronger password');
  return wrong(refused(values));
}

/** Faults that the server would return. */
function refused({ lastName, ...rest }: SignUpValues): Faults<SignUpValues> {
  const faults: Faults<SignUpValues> = {};
  const { error } = SetupForm.safeParse({ ...rest, lastName });
  for (const { path, message } of error?.issues ?? []) faults[path[0] as SignUpField] ??= message;
  const { error: longName } = requiredLine(REQUIRED.lastName).safeParse(lastName);
  if (longName) faults.lastName ??= longName.issues[0]?.message ?? REQUIRED.lastName;
  if (!slugOf(rest.name)) faults.name ??= 'Company name needs at least one letter from a to z or one digit';
  return faults;
}

/** Form state of the sign-up: checked on submit and then at each change. */
const useSignUp = () =>
  useForm<SignUpValues>({
    resolver: resolverOf((values) => judge(values).faults),
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      name: '',
      timezone: proposedZone(),
      password: '',
      confirmPassword: '',
      agreed: false,
    },
  });

type SignUpRefusal = { message: string; faults: Faults<SignUpValues> };

/**
 * Creates the company on the Basic plan, with a URL identifier made from its name, and opens `/`. Returns the reason of a failure; after
 * success it never resolves.
 */
async function signUp({ confirmPassword: _, agreed: __, ...person }: SignUpValues): Promise<SignUpRefusal> {
  try {
    const body = { ...person, slug: slugOf(person.name), planType: 'basic' as const };
    const { data } = await call('setUpCompany', { body });
    toastAcrossLoad({
      title: `Welcome, ${person.firstName.trim()}`,
      description: `${data.company.name} is ready and you are signed in as its administrator.`,
      variant: 'success',
    });
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null;
    const { slug, ...faults } = refusal?.body.errors ?? {};
    // The identifier has no field here: its error belongs to the company name.
    if (slug) faults.name = 'This company name is taken. Add something, such as your town.';
    const message = refusal?.status === 0 ? refusal.message : refusal?.body.message;
    return { message: message || 'Signup failed', faults };
  }
  window.location.assign('/');
  return new Promise(() => {});
}
