import { UNANSWERED } from './action.ts';
import type { ApiError, Refused } from './call.ts';

/** The refusal of a `quiet` action for its dialog, in words also without an answer. `nothing`: what did not happen, a sentence. */
export function refusalOf(error: ApiError, nothing: string): Refused {
  if (error.unsent) return { message: 'No signal', detail: `${nothing} Try again when you have one.` };
  if (error.status === 0) return { message: 'No answer', detail: UNANSWERED };
  return error.body.message ? error.body : { ...error.body, message: nothing };
}
