import * as z from 'zod/mini';

/**
 * On what a search found only by supposing a typing error: the words that were meant, as they are written there. A search guesses when it
 * finds nothing as it was typed: one error in words of five letters or more, two in nine or more. Codes (set IDs, tags, labels,
 * references, badges, whatever has a digit) are never guessed.
 */
export const meant = z.optional(z.string());
