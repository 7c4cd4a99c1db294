import { useState } from 'react';
import { ACTION_MESSAGES } from '../../shared/messages.ts';
import { call } from '../api/call.ts';
import { toastAcrossLoad } from '../ui/overlay/toast-carry.ts';

/** Ends the session and reloads the page; when the call fails the page is reloaded all the same, without a word (SPEC 8). */
export function useLogOut() {
  const [pending, setPending] = useState(false);
  async function logOut(): Promise<void> {
    setPending(true);
    try {
      await call('logOut', { body: {} });
      const { done } = ACTION_MESSAGES.logOut;
      if (done) toastAcrossLoad({ ...done, variant: 'success' });
    } catch {}
    window.location.reload();
  }
  return { logOut: () => void logOut(), pending };
}
