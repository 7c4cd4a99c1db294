import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import { ApiError } from './call.ts';
import { isOffline } from './connection.ts';

/** Title of a failed read: the specified text, or "No signal" where the device knows that it has none (decision 0030). */
export const failedTitle = (error: unknown): string =>
  error instanceof ApiError && error.status === 0 && (error.unsent || isOffline()) ? NO_SIGNAL : READ_FAILED;

/** The server's message, or else `failedTitle`. */
export const failedText = (error: unknown): string =>
  (error instanceof ApiError && error.body.message) || failedTitle(error);
