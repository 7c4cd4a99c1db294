const collator = new Intl.Collator('en', { numeric: true });

/**
 * Compares names with numbers by value: SET-2 before SET-10 (D-25). The same order as the database's collation `natural_order`, except for
 * characters that differ between the ICU versions of database and browser.
 */
export const inNaturalOrder = (one: string, other: string): number => collator.compare(one, other);

/** Compares positions from hook to hook; sets without one come last. */
export const inOrderOfPositions = (one: string | null, other: string | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : inNaturalOrder(one, other);
