/** How a tag is typed: on a phone with the number pad when `last`, the tag before, is a number. */
export const tagKeyboard = (last: string | null) =>
  ({
    inputMode: /^\d+$/.test(last ?? '') ? 'numeric' : undefined,
    spellCheck: false,
    autoComplete: 'off',
  }) as const;
