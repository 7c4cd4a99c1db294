import type { ActionName, ReplyOf } from '../../shared/api.ts';
import { READ_FAILED } from '../../shared/messages.ts';
import { ApiError, call, type Input, type Options } from './call.ts';

const WAITS_MS = [500, 1500, 4000];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms * (0.75 + Math.random() / 2)));

/** Whether a call's result is unknown: no response, or a retry was requested. */
export const isUnknown = ({ status }: ApiError): boolean => status === 0 || status === 503;

/**
 * Retries an action with the same Idempotency-Key until the result is known; sends it once without a key. Offline it fails immediately,
 * with `unsent` if no attempt can have reached the server.
 */
export async function sendWithRetry<N extends ActionName>(
  name: N,
  input: Input<N>,
  options: Options,
): Promise<ReplyOf<N>> {
  let mayBeSent = false;
  for (const wait of [...WAITS_MS, null]) {
    try {
      return (await call(name, input, options)).data;
    } catch (error) {
      const again = error instanceof ApiError && isUnknown(error);
      if (!again) throw error;
      if (error.unsent && !mayBeSent) throw error;
      mayBeSent = true;
      if (wait === null || !options.key) throw error.unsent ? new ApiError(0, '', READ_FAILED) : error;
      await pause(wait);
    }
  }
  throw new ApiError(0, '', READ_FAILED);
}
