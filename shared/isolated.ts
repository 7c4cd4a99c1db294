/** Letters that are read from right to left. A number beside them would be drawn on their side, and reversed. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Texts side by side: "Ruiz Lifts, 020 7946 0000". Each keeps its own direction. */
export function joined(texts: readonly (string | null | undefined | false)[], separator = ', '): string {
  const some = texts.filter((text): text is string => Boolean(text));
  const isolated = some.some((text) => RIGHT_TO_LEFT.test(text));
  return (isolated ? some.map((text) => `\u2068${text}\u2069`) : some).join(separator);
}
