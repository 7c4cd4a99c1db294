/**
 * Characters that a terminal or editor does not show as they are: line ends, bidirectional and invisible ones, escape codes. Without
 * the line feed that ends a line: JSON escapes all others.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])|\udb40[\udc00-\udfff]/g;

const escaped = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Escapes them, so that a log line is one line; as JSON its value is unchanged. */
export const visible = (line: string): string => line.replace(UNSEEN, escaped);
