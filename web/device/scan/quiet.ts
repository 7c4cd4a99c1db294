/** Milliseconds a code must be out of reach before it counts again: a camera or a held tag reads it many times. */
export const QUIET_MS = 2000;

/** Returns a filter: whether a code read at `at` (ms) is new, not the last one still in reach. */
export function makeQuiet(): (code: string, at: number) => boolean {
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  return (code, at) => {
    const again = code === last.code && at - last.at < QUIET_MS;
    last = { code, at };
    return !again;
  };
}
