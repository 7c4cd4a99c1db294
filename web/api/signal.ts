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

/** Whether the device has a network, as far as it knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => !isOffline());

/** What heads a failed read: the specified text, but "No signal" where the device had no network (decision 0030). */
export const failedTitle = (error: unknown): string =>
  error instanceof ApiError && error.unsent ? NO_SIGNAL : READ_FAILED;

/** The server's message of a failure, or else `failedTitle`. */
export const failedText = (error: unknown): string =>
  (error instanceof ApiError && error.body.message) || failedTitle(error);
