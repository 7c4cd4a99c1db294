import * as z from 'zod/mini';
import { instant } from './text.ts';

/** How many hexadecimal digits of a hash stand on paper and in files that people read. */
const SHORT = 16;

/** The newest entry of a chain: its number and its hash, 64 hexadecimal digits. An empty chain has 0 and no hash. */
export const ChainHead = z.object({ seq: z.int(), hash: z.string() });
export type ChainHead = z.infer<typeof ChainHead>;

/**
 * What a company's two chains ended with at a moment, as it was written outside the database: `key` is the fingerprint (32 hexadecimal
 * digits) of the key that signed it, `at` when the later of the two lines was written.
 */
export const Anchor = z.object({ at: instant, key: z.string(), movements: ChainHead, log: ChainHead });
export type Anchor = z.infer<typeof Anchor>;

/** What Settings tell of anchors: the public key as PEM, what was written last of this company, and whether something is wrong. */
export const AnchorState = z.object({
  key: z.nullable(z.object({ fingerprint: z.string(), publicKey: z.string() })),
  last: z.nullable(Anchor),
  /** The last attempt to write failed. */
  isFailing: z.boolean(),
  /** The history no longer fits what was written of it. */
  isMisfit: z.boolean(),
});
export type AnchorState = z.infer<typeof AnchorState>;

/** A fingerprint or a hash in groups of four, as people compare them. */
export const grouped = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ');

/** What an anchor is called on paper. */
export const HISTORY_ANCHOR = 'History anchor';

/** An anchor in the words of paper: the two heads with short hashes, the time, the key. */
export function anchorWords({ at, key, movements, log }: Anchor): [string, string, string, string] {
  const head = (name: string, { seq, hash }: ChainHead) => `${name} ${seq} ${hash.slice(0, SHORT)}`.trim();
  return [head('movements', movements), head('log', log), at, `key ${key}`];
}
