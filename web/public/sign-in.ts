import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { LOGIN_REDIRECT_MS } from '../../shared/limits.ts';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import type { Factor } from '../../shared/second-factor.ts';
import { LoginForm } from '../../shared/user.ts';
import { ApiError, call } from '../api/call.ts';
import { toastAcrossLoad } from '../ui/overlay/toast-carry.ts';
import { pathAfterSignIn } from './next.ts';
import { keepRemembered } from './remember.ts';

/** Milliseconds for which the word about it lies over what somebody signed in to see. */
const SIGNED_IN_MS = 2000;

type Input = z.input<typeof LoginForm>;
type Output = z.output<typeof LoginForm>;

/** The state of a sign-in form: checked on submit and from then on at each change. */
export const useSignIn = () =>
  useForm<Input, unknown, Output>({
    resolver: zodResolver(LoginForm),
    defaultValues: { email: '', password: '' },
  });

export type SignIn = ReturnType<typeof useSignIn>;

type SignInOptions = {
  /** What to say of a failure that the server gives no reason for. */
  fallback?: string | undefined;
  /** The path to go on to; `/` unless it is one of this site. */
  next?: string | undefined;
};

/** A right password that waits for the second step. */
export type Second = { factors: readonly Factor[]; finish: () => void };
/** How a sign-in ended that did not lead away: why it failed, or what is asked for besides. */
export type SignInEnd = { failure: string; second?: never } | { failure?: never; second: Second };

/**
 * Signs in, says so, and loads `next` anew shortly after. Answers why it failed, in the server's words or as `fallback`, or what is asked
 * for besides; otherwise it never ends: the page is left.
 */
export async function signIn(
  body: Output,
  { fallback = ACTION_MESSAGES.logIn.failed, next }: SignInOptions = {},
): Promise<SignInEnd> {
  const finish = () => leave(body.remember ?? false, next);
  try {
    await call('logIn', { body });
  } catch (error) {
    const refused = error instanceof ApiError ? error : null;
    // Without an answer nobody has judged the password.
    if (refused?.status === 0) return { failure: refused.message };
    const factors = refused?.body.secondFactor;
    return factors ? { second: { factors, finish } } : { failure: refused?.body.message || fallback };
  }
  finish();
  return new Promise(() => {});
}

/** The session has begun: says so, and goes on. */
function leave(remember: boolean, next: string | undefined): void {
  keepRemembered(remember);
  const { done } = ACTION_MESSAGES.logIn;
  if (done) toastAcrossLoad({ ...done, variant: 'success', duration: SIGNED_IN_MS });
  setTimeout(() => window.location.assign(pathAfterSignIn(next)), LOGIN_REDIRECT_MS);
}
