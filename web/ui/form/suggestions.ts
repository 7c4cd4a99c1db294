export interface Suggestion {
  /** Unique: two labels can be equal. */
  id: string;
  label: string;
  /** A second, muted part on the right; it is not searched. */
  hint?: string | undefined;
  /** The input's text when this one is chosen. */
  value: string;
  /** A fuzzy match: offered for any text, after all others, and marked. */
  guess?: boolean | undefined;
}

/** Lower case, without accents. */
const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** 0 when a name begins with the text, 1 when one of its later words does, null when none does. */
function rank(label: string, text: string): 0 | 1 | null {
  const name = plain(label);
  for (let at = name.indexOf(text); at >= 0; at = name.indexOf(text, at + 1)) {
    if (at === 0) return 0;
    if (/[^\p{L}\p{N}]/u.test(name.charAt(at - 1))) return 1;
  }
  return null;
}

/**
 * Suggestions with a word that starts with the text, whole-name matches first. An exact match is left out, unless several have that name.
 */
export function matching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const text = plain(typed);
  const written = suggestions.filter(({ value }) => plain(value) === text);
  return suggestions
    .filter((one) => written.length > 1 || !written.includes(one))
    .map((one) => ({ one, rank: one.guess ? 2 : rank(one.label, text) }))
    .filter((found) => found.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ one }) => one);
}
