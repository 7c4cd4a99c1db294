import type { CallName } from '../../shared/api.ts';
import { ApiError } from './call.ts';
import { queries } from './queries.ts';

/** What to do when a signed-in person's session has ended. Answers whether they signed in again. */
type Expired = () => Promise<boolean>;
let onExpired: Expired = () => Promise.resolve(false);
export const whenExpired = (handler: Expired): void => {
  onExpired = handler;
};

/** Runs a call, and once more after the session was renewed in place. */
export async function withReauthentication<T>(name: CallName, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // The screen that sets one up takes the place of this one.
    if (error instanceof ApiError && error.body.code === 'factor_due')
      void queries.refetchQueries({ queryKey: ['getMe'] });
    const expired = error instanceof ApiError && error.status === 401 && name !== 'getMe' && name !== 'logIn';
    if (!expired || !(await onExpired())) throw error;
    return run();
  }
}
