import type { Anchor, ChainHead } from './anchor.ts';

/** How many hexadecimal digits of a hash stand on paper and in files that people read. */
const SHORT = 16;

/** A fingerprint or a hash in groups of four, as people compare them. */
export const grouped = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ');

/** What an anchor is called on paper. */
export const HISTORY_ANCHOR = 'History anchor';

/** An anchor in the words of paper: the two heads with short hashes, the time, the key. */
export function anchorWords({ at, key, movements, log }: Anchor): [string, string, string, string] {
  const head = (name: string, { seq, hash }: ChainHead) => `${name} ${seq} ${hash.slice(0, SHORT)}`.trim();
  return [head('movements', movements), head('log', log), at, `key ${key}`];
}
