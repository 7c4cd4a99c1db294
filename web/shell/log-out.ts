import { useState } from 'react';
import { SIGN_OUT_MESSAGES } from '../../shared/messages.ts';
import { ApiError, call } from '../api/call.ts';
import { isOffline } from '../api/connection.ts';
import { forgetRegister } from '../api/kept/forget.ts';
import { hasToSend } from '../api/outbox/own-entries.ts';
import { signOut } from '../api/reauthentication.ts';
import { clearStoredDesks } from '../desk/desk-storage.ts';
import { toast, toastAcrossLoad } from '../ui/overlay/toast.ts';
import { signOutAsked } from './later.ts';

/** HTTP status of a failed call; 0 when the server is unreachable. */
const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

/**
 * Ends the session and reloads the page, also after a failed call; with entries that are not sent it asks first. Without a connection it stays and shows that the user is still signed
 * in.
 */
export function useLogOut() {
  const [pending, setPending] = useState(false);
  async function logOut(keepEntries: boolean): Promise<void> {
    if (!keepEntries && hasToSend()) return signOutAsked.set(true);
    setPending(true);
    let stay = (): void => undefined;
    signOut.end = new Promise((resolve) => {
      stay = resolve;
    });
    let status = 401;
    try {
      // Before, so that nothing is left if the page ends meanwhile, and after, for what another page wrote between.
      if (!isOffline()) await forgetRegister();
      await call('logOut', { body: {} });
    } catch (error) {
      // When only the answer was lost, the session has ended.
      status = statusOf(error) || (await call('getMe').then(() => 200, statusOf));
    }
    // Reloading would show the browser's error page.
    if (status === 0) {
      setPending(false);
      signOut.end = undefined;
      stay();
      toast({
        title: 'Not signed out',
        description: 'No connection. You are still signed in. Try again when you have signal.',
        variant: 'destructive',
      });
      return;
    }
    if (status === 401) {
      await forgetRegister();
      clearStoredDesks();
      toastAcrossLoad({ ...SIGN_OUT_MESSAGES.done, variant: 'success' });
    }
    window.location.reload();
  }
  return { logOut: () => void logOut(false), logOutKeeping: () => void logOut(true), pending };
}
