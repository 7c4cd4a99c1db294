import { setImmediate } from 'node:timers/promises';

const SLICE = 256 * 1024;
/** More than the cells of the longest list; JSON with more values is slow and large to parse. */
const VALUES_MAX = 250_000;

export type Found = 'fine' | 'deep' | 'many';

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

/** Whether the quotation mark at `at` is escaped by an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** Checks depth and number of values before JSON is parsed, in slices that let other work run. */
export async function measureJson(text: string, depthMax: number): Promise<Found> {
  let depth = 0;
  let values = 0;
  let quoted = false;
  let at = 0;
  while (at < text.length) {
    for (const end = Math.min(at + SLICE, text.length); at < end; at += 1) {
      if (quoted) {
        at = text.indexOf('"', at);
        if (at === -1) return 'fine';
        quoted = isEscaped(text, at);
        continue;
      }
      const sign = text.charCodeAt(at);
      if (sign === QUOTE) quoted = true;
      else if (sign === COMMA) values += 1;
      else if (sign === OPEN || sign === OPEN_LIST) depth += 1;
      else if (sign === CLOSE || sign === CLOSE_LIST) depth -= 1;
      if (depth > depthMax) return 'deep';
    }
    if (values > VALUES_MAX) return 'many';
    await setImmediate();
  }
  return 'fine';
}
