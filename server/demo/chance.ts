/** Chance that falls the same way every time (mulberry32). */
export type Chance = ReturnType<typeof makeChance>;

export function makeChance(seed: number) {
  let state = seed;
  /** From 0 to below 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** One of at least one, each so often as its weight says. */
  const pick = <T>(choices: readonly T[], weightOf: (choice: T) => number = () => 1): T => {
    let left = next() * choices.reduce((sum, choice) => sum + weightOf(choice), 0);
    for (const choice of choices) {
      left -= weightOf(choice);
      if (left < 0) return choice;
    }
    return choices.at(-1) as T;
  };
  return {
    pick,
    between: (low: number, high: number): number => low + next() * (high - low),
    /** True so often of one. */
    odds: (share: number): boolean => next() < share,
    /** So many digits, in hexadecimal. */
    hex: (digits: number): string =>
      Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16))
        .join('')
        .toUpperCase(),
  };
}
