/** Joins class names, skipping falsy ones. Conflicts are not merged: the style sheet decides. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
