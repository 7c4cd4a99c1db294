/** Chance that falls the same way at every start (mulberry32). */
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
  const between = (low: number, high: number): number => low + next() * (high - low);
  const weighted = <T>(choices: readonly (readonly [T, number])[]): T => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    throw new Error('Nothing to choose from');
  };
  const pick = <T>(choices: readonly T[]): T => weighted(choices.map((choice) => [choice, 1] as const));
  return {
    next,
    between,
    weighted,
    pick,
    whole: (low: number, high: number): number => Math.floor(between(low, high + 1)),
    /** True so often of one. */
    odds: (share: number): boolean => next() < share,
    hex: (bytes: number): string =>
      Array.from({ length: bytes }, () =>
        Math.floor(next() * 256)
          .toString(16)
          .padStart(2, '0'),
      )
        .join('')
        .toUpperCase(),
  };
}
