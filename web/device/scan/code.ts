/** Maximum length of a code; longer text is not one of ours. */
const CODE_MAX = 255;

/**
 * The code in a scanned text: of a label's address ("https://keys.example.com/k/7F3KQ2M9XA") the last part, otherwise the text. Null when
 * empty or too long.
 */
export function codeOf(read: string): string | null {
  const text = read.trim();
  const [, token] = /^https?:\/\/[^/?#]+\/k\/([0-9A-Za-z]{6,40})\/?$/i.exec(text) ?? [];
  const code = token ?? text;
  return code !== '' && code.length <= CODE_MAX ? code : null;
}

/** Milliseconds a code must be out of reach before it counts again: a camera or a held tag reads it many times. */
const QUIET_MS = 2000;

/** Returns a filter: whether a code read at `at` (ms) is new, not the last one still in reach. */
export function makeQuiet(): (code: string, at: number) => boolean {
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  return (code, at) => {
    const again = code === last.code && at - last.at < QUIET_MS;
    last = { code, at };
    return !again;
  };
}
