import * as z from 'zod/mini';

/**
 * The corrected words, spelt as stored, when a search matched only after typo correction: one error in words of five letters or more, two
 * in nine or more. Words with a digit (set IDs, tags, labels, references, badges) are never corrected.
 */
export const meant = z.optional(z.string());
