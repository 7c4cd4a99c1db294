import { useSyncExternalStore } from 'react';
import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import { ApiError, isOffline } from './call.ts';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the device is online, as reported by the browser. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => !isOffline());

/** Title of a failed read: the specified text, or "No signal" when offline (decision 0030). */
export const failedTitle = (error: unknown): string =>
  error instanceof ApiError && error.unsent ? NO_SIGNAL : READ_FAILED;

/** The server's message, or else `failedTitle`. */
export const failedText = (error: unknown): string =>
  (error instanceof ApiError && error.body.message) || failedTitle(error);
