import { useState } from 'react';
import { SIGN_OUT_MESSAGES } from '../../shared/messages.ts';
import { ApiError, call } from '../api/call.ts';
import { isOffline } from '../api/connection.ts';
import { forgetRegister } from '../api/kept/forget.ts';
import { hasToSend } from '../api/outbox/own-entries.ts';
import { setSigningOut } from '../api/reauthentication.ts';
import { clearStoredDesks } from '../desk/desk-storage.ts';
import { toast, toastAcrossLoad } from '../ui/overlay/toast.ts';
import { signOutAsked } from './later.ts';

/** Whether the server is unreachable: reloading would then show the browser's error page. */
const isCutOff = (): Promise<boolean> =>
  call('getMe').then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 0,
  );

/**
 * Ends the session and reloads the page, also after a failed call; with entries that are not sent it asks first. Without a connection it stays and shows that the user is still signed
 * in.
 */
export function useLogOut() {
  const [pending, setPending] = useState(false);
  async function logOut(keepEntries: boolean): Promise<void> {
    if (!keepEntries && hasToSend()) return signOutAsked.set(true);
    setPending(true);
    setSigningOut(true);
    try {
      // Before, so that nothing is left if the page ends meanwhile, and after, for what another page wrote between.
      if (!isOffline()) await forgetRegister();
      await call('logOut', { body: {} });
      await forgetRegister();
      clearStoredDesks();
      toastAcrossLoad({ ...SIGN_OUT_MESSAGES.done, variant: 'success' });
    } catch (error) {
      if (error instanceof ApiError && error.status === 0 && (await isCutOff())) {
        setPending(false);
        setSigningOut(false);
        toast({
          title: 'Not signed out',
          description: 'No connection. You are still signed in. Try again when you have signal.',
          variant: 'destructive',
        });
        return;
      }
    }
    window.location.reload();
  }
  return { logOut: () => void logOut(false), logOutKeeping: () => void logOut(true), pending };
}
