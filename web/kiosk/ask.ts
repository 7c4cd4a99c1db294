import type { CallName, ReplyOf } from '../../shared/api.ts';
import { ApiError, call, type Input } from '../api/call.ts';

/** The reply of a call, or its error; status 0 means no answer. */
export type Answer<R> = { ok: true; reply: R } | { ok: false; error: ApiError };

/** A call without an answer is given up after this long, in ms: a person waits at the kiosk. */
const PATIENCE_MS = 6000;
const WAITS_MS = [400, 1200, null];

/** Waits in ms before the server is called again after one, two, and more lost answers. */
export const againMs = (lost: number): number => Math.min(2000 * 2 ** (lost - 1), 8000);
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the server may have done it although no answer of it arrived. */
export const isLost = ({ status }: ApiError): boolean => status === 0 || status === 502 || status === 504;

/**
 * Makes a call of the kiosk. Another than a read has an Idempotency-Key and is sent again under it while the server is busy, so that it is
 * done once.
 */
export async function ask<N extends CallName>(
  name: N,
  input: Input<N> = {},
  key: string = crypto.randomUUID(),
): Promise<Answer<ReplyOf<N>>> {
  for (const wait of WAITS_MS) {
    try {
      const { data } = await call(name, input, { key, signal: AbortSignal.timeout(PATIENCE_MS) });
      return { ok: true, reply: data };
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, '', 'No answer');
      if (error.status !== 503 || wait === null) return { ok: false, error };
      await pause(wait);
    }
  }
  return { ok: false, error: new ApiError(0, '', 'No answer') };
}

/** Why a call failed, for the person at the kiosk. A lost answer does not say what was recorded. */
export function whyNot(error: ApiError): string {
  const { status, body } = error;
  if (isLost(error)) return 'No answer from Keyhold. Try again.';
  if (status === 503) return 'Keyhold is busy. Nothing was recorded. Try again.';
  if (!body.message) return 'Something went wrong in Keyhold. Nothing was recorded. Try again.';
  const isPlain = body.detail && !body.detail.startsWith('Reference ');
  return isPlain ? `${body.message.replace(/\.$/, '')}. ${body.detail}` : body.message;
}
