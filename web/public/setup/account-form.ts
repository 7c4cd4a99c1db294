import { useForm } from 'react-hook-form';
import { SetupForm, slugOf } from '../../../shared/company.ts';
import { PASSWORD_MIN } from '../../../shared/limits.ts';
import type { User } from '../../../shared/user.ts';
import { proposedZone } from '../../form/ZoneField.tsx';
import { type Faults, resolverOf } from '../faults.ts';

export type Account = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmPassword: string;
  name: string;
  slug: string;
  /** The URL identifier was edited by hand and no longer follows the name. */
  slugByHand: boolean;
  /** IANA time zone name. */
  timezone: string;
  description: string;
};
/** Notice above the form after a refusal. */
export type SetupNotice = { title: string; text: string };

export type AccountField = Exclude<keyof Account, 'slugByHand'>;

const REQUIRED: Partial<Record<AccountField, string>> = {
  firstName: 'First name is required',
  email: 'Email is required',
  password: 'Password is required',
  name: 'Company name is required',
  timezone: 'Time zone is required',
};

/**
 * Errors of step 1 in the specification's order: blank fields, differing passwords, a short one, then the server's rules. `notice` is shown
 * above the form, each fault under its field.
 */
export function judge(
  account: Account,
  withPassword: boolean,
): { faults: Faults<Account>; notice: SetupNotice | null } {
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

function refused(account: Account, withPassword: boolean): Faults<Account> {
  const faults: Faults<Account> = {};
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

/** Form state of step 1, kept over the other steps; starts with the signed-in user's name and email. */
export const useAccountForm = (me: User | null) =>
  useForm<Account>({
    resolver: resolverOf((values) => judge(values, me === null).faults),
    // Step 1 focuses the field itself, so that the notice stays in view.
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

export type AccountForm = ReturnType<typeof useAccountForm>;
