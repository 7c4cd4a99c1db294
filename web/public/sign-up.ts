import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { SetupForm, slugOf } from '../../shared/company.ts';
import { strengthOf } from '../../shared/password.ts';
import { requiredLine } from '../../shared/text.ts';
import { ApiError, call } from '../api/call.ts';
import { proposedZone } from '../form/ZoneField.tsx';
import { toastAcrossLoad } from '../ui/overlay/toast.ts';

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
export type SignUpField = keyof SignUpValues;

/** Minimum score on this page; the server's rule is a length. */
const STRENGTH_MIN = 75;

const REQUIRED = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  name: 'Company name is required',
  timezone: 'Time zone is required',
} as const;

type Faults = Partial<Record<SignUpField, string>>;

/** Errors in the specification's order. `alerts` are shown above the card, each fault under its field; no sentence is in both. */
export function judge(values: SignUpValues): { faults: Faults; alerts: string[] } {
  const terms = values.agreed
    ? { faults: {}, alerts: [] }
    : {
        faults: { agreed: 'Tick this box to continue' },
        alerts: ['You must agree to the Terms of Service'],
      };
  const wrong = (faults: Faults, ...alerts: string[]) => ({
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
function refused({ lastName, ...rest }: SignUpValues): Faults {
  const faults: Faults = {};
  const { error } = SetupForm.safeParse({ ...rest, lastName });
  for (const { path, message } of error?.issues ?? []) faults[path[0] as SignUpField] ??= message;
  const { error: longName } = requiredLine(REQUIRED.lastName).safeParse(lastName);
  if (longName) faults.lastName ??= longName.issues[0]?.message ?? REQUIRED.lastName;
  if (!slugOf(rest.name)) faults.name ??= 'Company name needs at least one letter from a to z or one digit';
  return faults;
}

const resolver: Resolver<SignUpValues> = (values) => {
  const faults = Object.entries(judge(values).faults);
  if (faults.length === 0) return { values, errors: {} };
  const errors = faults.map(([field, message]) => [field, { type: 'rule', message }]);
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<SignUpValues> };
};

/** Form state of the sign-up: checked on submit and then at each change. */
export const useSignUp = () =>
  useForm<SignUpValues>({
    resolver,
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

type SignUpRefusal = { message: string; faults: Faults };

/**
 * Creates the company on the Basic plan, with a URL identifier made from its name, and opens `/`. Returns the reason of a failure; after
 * success it never resolves.
 */
export async function signUp({
  confirmPassword: _,
  agreed: __,
  ...person
}: SignUpValues): Promise<SignUpRefusal> {
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
