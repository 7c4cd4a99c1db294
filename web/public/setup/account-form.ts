import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { SetupForm, slugOf } from '../../../shared/company.ts';
import { PASSWORD_MIN } from '../../../shared/limits.ts';
import type { User } from '../../../shared/user.ts';
import { proposedZone } from '../../form/ZoneField.tsx';

export type Account = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmPassword: string;
  name: string;
  slug: string;
  /** The URL identifier was typed by hand and follows the name no more. */
  slugByHand: boolean;
  /** The IANA name of the company's zone. */
  timezone: string;
  description: string;
};
/** What stands above the form when it was refused. */
export type SetupNotice = { title: string; text: string };

export type AccountField = Exclude<keyof Account, 'slugByHand'>;

const REQUIRED: Partial<Record<AccountField, string>> = {
  firstName: 'First name is required',
  email: 'Email is required',
  password: 'Password is required',
  name: 'Company name is required',
  timezone: 'Time zone is required',
};

type Faults = Partial<Record<AccountField, string>>;

/**
 * What is wrong with step 1, rule by rule in the order of the specification: blank fields, then differing passwords, then a short one; after
 * those whatever the server would refuse. `notice` heads the form; the field's own message stands under it.
 */
export function judge(
  account: Account,
  withPassword: boolean,
): { faults: Faults; notice: SetupNotice | null } {
  const blank = (Object.keys(REQUIRED) as AccountField[]).filter(
    (field) => (withPassword || field !== 'password') && account[field].trim() === '',
  );
  if (blank.length > 0)
    return {
      faults: Object.fromEntries(blank.map((field) => [field, REQUIRED[field]])),
      notice: { title: 'Required Fields Missing', text: 'Please fill in all required fields to continue.' },
    };
  if (withPassword && account.password !== account.confirmPassword)
    return {
      faults: { confirmPassword: 'Passwords do not match' },
      notice: { title: 'Password Mismatch', text: 'Passwords do not match. Please check and try again.' },
    };
  if (withPassword && account.password.length < PASSWORD_MIN)
    return {
      faults: { password: `At least ${PASSWORD_MIN} characters` },
      notice: {
        title: 'Password Too Short',
        text: `Password must be at least ${PASSWORD_MIN} characters long.`,
      },
    };
  return { faults: refused(account, withPassword), notice: null };
}

function refused(account: Account, withPassword: boolean): Faults {
  const faults: Faults = {};
  const { description, slugByHand: _, ...rest } = account;
  const password = withPassword ? account.password : 'not asked for';
  const { error } = SetupForm.safeParse({ ...rest, password, settings: { description } });
  for (const { path, message } of error?.issues ?? []) {
    const field = path.at(-1) as AccountField;
    faults[field] ??= message;
  }
  if (!slugOf(account.slug || account.name))
    faults.slug ??= 'This URL identifier needs at least one letter or digit';
  return faults;
}

const errorsOf = (faults: Faults): FieldErrors<Account> =>
  Object.fromEntries(Object.entries(faults).map(([field, message]) => [field, { type: 'rule', message }]));

/** The state of step 1, which outlives the step; somebody signed in brings their name and email. */
export function useAccountForm(me: User | null) {
  const resolver: Resolver<Account> = (values) => {
    const { faults } = judge(values, me === null);
    return Object.keys(faults).length > 0 ? { values: {}, errors: errorsOf(faults) } : { values, errors: {} };
  };
  return useForm<Account>({
    resolver,
    // Step 1 does it itself, so that what heads the form stays in view.
    shouldFocusError: false,
    defaultValues: {
      firstName: me?.firstName ?? '',
      lastName: me?.lastName ?? '',
      email: me?.email ?? '',
      password: '',
      confirmPassword: '',
      name: '',
      slug: '',
      slugByHand: false,
      timezone: proposedZone(),
      description: '',
    },
  });
}

export type AccountForm = ReturnType<typeof useAccountForm>;
