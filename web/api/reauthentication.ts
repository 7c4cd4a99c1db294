import type { CallName } from '../../shared/api.ts';
import { CONFIRM_CODE } from '../../shared/messages.ts';
import { ApiError, call } from './call.ts';
import { queries } from './queries.ts';

/** What to do when a signed-in person's session has ended. Answers whether they signed in again. */
type Expired = () => Promise<boolean>;
let onExpired: Expired = () => Promise.resolve(false);
export const whenExpired = (handler: Expired): void => {
  onExpired = handler;
};

/** What to do when a signed-in person must confirm their identity for a call. Answers whether they did. */
type Unconfirmed = (call: CallName) => Promise<boolean>;
let onUnconfirmed: Unconfirmed = () => Promise.resolve(false);
export const whenUnconfirmed = (handler: Unconfirmed): void => {
  onUnconfirmed = handler;
};

/** Whether a call was refused only until its caller confirms that it is they. */
export const asksToConfirm = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === CONFIRM_CODE;

/** Runs a call, and once more after its caller confirmed that it is they. */
async function withConfirmation<T>(name: CallName, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!asksToConfirm(error) || !(await onUnconfirmed(name))) throw error;
    return run();
  }
}

/** Runs a call, and once more after the session was renewed in place. */
export async function withReauthentication<T>(name: CallName, run: () => Promise<T>): Promise<T> {
  const confirmed = () => withConfirmation(name, run);
  try {
    return await confirmed();
  } catch (error) {
    // The screen that sets one up takes the place of this one.
    if (error instanceof ApiError && error.body.code === 'factor_due')
      void queries.refetchQueries({ queryKey: ['getMe'] });
    const expired = error instanceof ApiError && error.status === 401 && name !== 'getMe' && name !== 'logIn';
    if (!expired || !(await onExpired())) throw error;
    return confirmed();
  }
}

/** Before `name` is called by the browser itself, such as a download: whether the caller confirmed recently, or did now. */
export async function ensureConfirmed(name: CallName): Promise<boolean> {
  const { data } = await withReauthentication('getConfirmation', () => call('getConfirmation'));
  return data.confirmed || onUnconfirmed(name);
}
