/** Writes numbers: "1,234". */
export const figures = new Intl.NumberFormat('en-US');

/** A number with its noun: "1 key", "2 keys", "1,234 keys". `plural` for nouns that do not take an s. */
export function count(n: number, noun: string, plural: string = `${noun}s`): string {
  return `${figures.format(n)} ${n === 1 ? noun : plural}`;
}
