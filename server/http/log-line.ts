/**
 * Characters that a terminal or an editor does not show as they are: they end a line, move what is around them, hide it, or begin an order
 * to the terminal. The first 32 but the end of a line are JSON's own to escape.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])|\udb40[\udc00-\udfff]/g;

const escaped = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** A line as it is written to the log or printed: one line that looks like what it holds. In JSON it still means the same. */
export const visible = (line: string): string => line.replace(UNSEEN, escaped);
