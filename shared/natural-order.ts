const collator = new Intl.Collator('en', { numeric: true });

/**
 * Compares names as people number things: SET-2 before SET-10 (D-25). The same order as the collation `natural_order` of the database, but
 * for the signs of which ICU and the browser know different versions.
 */
export const inNaturalOrder = (one: string, other: string): number => collator.compare(one, other);

/** Compares positions from hook to hook; what has none comes last. */
export const inOrderOfPositions = (one: string | null, other: string | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : inNaturalOrder(one, other);
