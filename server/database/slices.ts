/** Rows in one statement, which holds at most 65,535 values. */
const SLICE = 1000;

/** Cuts many rows into slices that one insert can take; no slice for no rows. */
export function* slices<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += SLICE) yield rows.slice(from, from + SLICE);
}
