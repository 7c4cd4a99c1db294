import type { Anchor, ChainHead } from './anchor.ts';

/** The number of hexadecimal digits of a hash on paper and in files for people. */
const SHORT = 16;

/** A fingerprint or a hash in groups of four, for comparison by eye. */
export const grouped = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ');

/** The heading of an anchor on paper. */
export const HISTORY_ANCHOR = 'History anchor';

/** The text of an anchor on paper: the two heads with short hashes, the time, the key. */
export function anchorWords({ at, key, movements, log }: Anchor): [string, string, string, string] {
  const head = (name: string, { seq, hash }: ChainHead) => `${name} ${seq} ${hash.slice(0, SHORT)}`.trim();
  return [head('movements', movements), head('log', log), at, `key ${key}`];
}
