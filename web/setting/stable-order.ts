import { FALLBACK_TYPES, STATUSES } from '../../shared/key-bunch.ts';

const BUILT_IN: Record<'keyTypes' | 'statuses', readonly string[]> = {
  keyTypes: FALLBACK_TYPES,
  statuses: STATUSES,
};

/**
 * Choices in an order that adding one does not change: the built-in ones as they always stand, then the company's own by name. For
 * columns and bars, which one learns by their places.
 */
export function inStableOrder<T extends { value: string; label: string }>(
  category: 'keyTypes' | 'statuses',
  choices: readonly T[],
): T[] {
  const place = ({ value }: T) => {
    const at = BUILT_IN[category].indexOf(value);
    return at === -1 ? BUILT_IN[category].length : at;
  };
  return [...choices].sort((a, b) => place(a) - place(b) || a.label.localeCompare(b.label));
}
