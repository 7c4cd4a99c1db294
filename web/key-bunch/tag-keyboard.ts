/** Input mode of a tag: number pad when `last`, the former tag, is a number. */
export const tagKeyboard = (last: string | null) =>
  ({
    inputMode: /^\d+$/.test(last ?? '') ? 'numeric' : undefined,
    spellCheck: false,
    autoComplete: 'off',
  }) as const;
