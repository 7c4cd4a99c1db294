import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { UNANSWERED } from './action.ts';
import type { ApiError, Refused } from './call.ts';
import { onBack } from './connection.ts';

/** The refusal of a `quiet` action for its dialog, in words also without an answer. `nothing`: what did not happen, a sentence. */
export function refusalOf(error: ApiError, nothing: string): Refused {
  if (error.unsent)
    return { message: 'No signal', detail: `${nothing} Try again when you have one.`, unsent: true };
  if (error.status === 0) return { message: 'No answer', detail: UNANSWERED };
  return error.body.message ? error.body : { ...error.body, message: nothing };
}

/** The state of a refusal that a screen shows. One for want of signal is over as soon as there is a signal. */
export function useRefusal<T extends { unsent?: boolean | undefined } = Refused>(): [
  T | null,
  Dispatch<SetStateAction<T | null>>,
] {
  const [refused, setRefused] = useState<T | null>(null);
  useEffect(() => onBack(() => setRefused((last) => (last?.unsent ? null : last))), []);
  return [refused, setRefused];
}
