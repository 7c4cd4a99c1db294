export interface Suggestion {
  /** Unlike any other's: two may read the same. */
  id: string;
  label: string;
  /** A second, muted part on the right; it is not searched. */
  hint?: string | undefined;
  /** What the input reads when this one is chosen. */
  value: string;
  /** It only may be what was meant: offered whatever was typed, after all others, and marked. */
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
 * The suggestions with a word that begins with what was typed; those whose name begins with it come first. What is typed in full is
 * not suggested, unless several read so and one must be chosen.
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
