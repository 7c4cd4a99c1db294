import type { CallName } from '../../shared/api.ts';
import { CONFIRM_CODE } from '../../shared/messages.ts';
import { ApiError, call } from './call.ts';
import { queries } from './queries.ts';

/** Handler of an expired session. Resolves to whether the user signed in again. */
type Expired = () => Promise<boolean>;
let onExpired: Expired = () => Promise.resolve(false);
export const whenExpired = (handler: Expired): void => {
  onExpired = handler;
};

/** While the user signs out, its end: calls that the ended session refuses wait for it, as the page is about to reload; if it is not, they ask for a sign-in. */
export const signOut: { end?: Promise<void> | undefined } = {};

/** Handler of a call that needs confirmation. Resolves to whether the user confirmed. */
type Unconfirmed = (call: CallName) => Promise<boolean>;
let onUnconfirmed: Unconfirmed = () => Promise.resolve(false);
export const whenUnconfirmed = (handler: Unconfirmed): void => {
  onUnconfirmed = handler;
};

/** Whether a call was refused until the user confirms their identity. */
export const asksToConfirm = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === CONFIRM_CODE;

/** Runs a call, and again after a confirmation. */
async function withConfirmation<T>(name: CallName, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!asksToConfirm(error) || !(await onUnconfirmed(name))) throw error;
    return run();
  }
}

/** Runs a call, and again after a new sign-in. */
export async function withReauthentication<T>(name: CallName, run: () => Promise<T>): Promise<T> {
  const confirmed = () => withConfirmation(name, run);
  try {
    return await confirmed();
  } catch (error) {
    // The set-up screen replaces this one.
    if (error instanceof ApiError && error.body.code === 'factor_due')
      void queries.refetchQueries({ queryKey: ['getMe'] });
    const expired = error instanceof ApiError && error.status === 401 && name !== 'getMe' && name !== 'logIn';
    if (expired) await signOut.end;
    if (!expired || !(await onExpired())) throw error;
    return confirmed();
  }
}

/** Before the browser itself calls `name`, such as a download: whether the user has confirmed. */
export async function ensureConfirmed(name: CallName): Promise<boolean> {
  const { data } = await withReauthentication('getConfirmation', () => call('getConfirmation'));
  return data.confirmed || onUnconfirmed(name);
}
