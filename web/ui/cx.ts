/** Joins class names, leaving out what is falsy. Nothing is merged: of two clashing classes the style sheet decides. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
