import { useEffect, useRef, useState } from 'react';
import { LOGIN_REDIRECT_MS } from '../../shared/limits.ts';
import { SIGN_IN_MESSAGES } from '../../shared/messages.ts';
import type { Factor } from '../../shared/second-factor.ts';
import { ApiError, call } from '../api/call.ts';
import { store, stored } from '../api/storage.ts';
import { toastAcrossLoad } from '../ui/overlay/toast.ts';
import { pathAfterSignIn } from './next.ts';

/** Milliseconds the toast is shown over the page opened by the sign-in. */
const SIGNED_IN_MS = 2000;

type Credentials = { email: string; password: string; remember?: boolean };

type Faults = Partial<Record<'email' | 'password', string | undefined>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is plainly wrong, in the words of `LoginForm`. The server checks the rest: its schema would double what the page loads. */
const faultsOf = ({ email, password }: Credentials): Faults => ({
  email: EMAIL.test(email.trim()) ? undefined : 'Please enter a valid email',
  password: password ? undefined : 'Password is required',
});

/** A sign-in page: the form, checked on submit and then at each change, and the second step once the password was right. */
export function useSignIn() {
  const [values, setValues] = useState<Credentials>({ email: '', password: '' });
  const [isChecked, setChecked] = useState(false);
  const [second, setSecond] = useState<Second | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a touch screen the keyboard would cover half the page.
    if (!matchMedia('(pointer: coarse)').matches) email.current?.focus();
  }, []);
  const shown: Faults = isChecked ? faultsOf(values) : {};
  const form = {
    values,
    faults: shown,
    fields: { email, password },
    set: (changed: Partial<Credentials>) => setValues((before) => ({ ...before, ...changed })),
    /** Fills the form with an account, unchecked. */
    fill(account: Credentials) {
      setValues(account);
      setChecked(false);
    },
    /** Whether the values can be sent; otherwise shows why and focuses the first wrong field. */
    check(): boolean {
      const faults = faultsOf(values);
      setChecked(true);
      if (faults.email) email.current?.focus();
      else if (faults.password) password.current?.focus();
      return !faults.email && !faults.password;
    },
  };
  function startAgain() {
    setSecond(null);
    form.fill({ ...values, password: '' });
  }
  return { form, second, setSecond, startAgain };
}

export type SignIn = ReturnType<typeof useSignIn>['form'];

type SignInOptions = {
  /** Message for a failure without a reason from the server. */
  fallback?: string | undefined;
  /** Path to open after sign-in; `/` unless it is on this site. */
  next?: string | undefined;
};

/** The password was right and a second factor is required. */
export type Second = { factors: readonly Factor[]; finish: () => void };
/** A sign-in that did not leave the page: the reason, or the second step. */
type SignInEnd = { failure: string; second?: never } | { failure?: never; second: Second };

/**
 * Signs in, shows a toast and opens `next` after LOGIN_REDIRECT_MS. Returns the server's reason or `fallback`, or the second step; after
 * success it never resolves.
 */
export async function signIn(
  body: Credentials,
  { fallback = SIGN_IN_MESSAGES.failed, next }: SignInOptions = {},
): Promise<SignInEnd> {
  const finish = () => leave(body.remember ?? false, next);
  try {
    await call('logIn', { body });
  } catch (error) {
    const refused = error instanceof ApiError ? error : null;
    // Status 0 is no response: the password was not checked.
    if (refused?.status === 0) return { failure: refused.message };
    const factors = refused?.body.secondFactor;
    return factors ? { second: { factors, finish } } : { failure: refused?.body.message || fallback };
  }
  finish();
  return new Promise(() => {});
}

/** Shows the toast and opens the next page. */
function leave(remember: boolean, next: string | undefined): void {
  storeRemembered(remember);
  toastAcrossLoad({ ...SIGN_IN_MESSAGES.done, variant: 'success', duration: SIGNED_IN_MS });
  setTimeout(() => window.location.assign(pathAfterSignIn(next)), LOGIN_REDIRECT_MS);
}

const KEY = 'remember';

/** Whether Remember me was ticked at the last sign-in on this device. */
export const wasRemembered = (): boolean => stored(KEY) === 'yes';

export const storeRemembered = (remember: boolean): void => store(KEY, remember ? 'yes' : null);
