/** Milliseconds a code must have been away before it counts as read again: a hand that rests, or a lens, reads it many times. */
export const QUIET_MS = 2000;

/** Whether a code that was read at `at` (milliseconds) is to be heard: not while it has been read all along. */
export function makeQuiet(): (code: string, at: number) => boolean {
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  return (code, at) => {
    const again = code === last.code && at - last.at < QUIET_MS;
    last = { code, at };
    return !again;
  };
}
